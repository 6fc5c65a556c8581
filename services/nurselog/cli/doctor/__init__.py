"""`nurselog doctor`: what is configured, what answers, what is wrong, and what to do about it.

Each check is a function that returns findings; `command` runs them and decides the exit code.
"""
