"""The clock worker: tells the engines whose time is over, and which finished tables wait for the archive.

It decides nothing and removes nothing: it reads two sorted sets of the log and calls an engine, which looks
again and commits. So it may run any number of times, crash at any moment, and be late without harm.
"""
