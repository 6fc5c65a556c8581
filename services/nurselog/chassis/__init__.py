"""What every process of the house needs, and nothing about games.

Read `app.py` first: it shows how a process is put together from the other modules.
"""
