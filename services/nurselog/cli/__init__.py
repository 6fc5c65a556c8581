"""The `nurselog` command: what a person at a terminal does with the backend.

`main.py` lists the commands; each has a module of its own. Everything here is a client of the public
contract or a supervisor of processes: no rule of the house lives here.
"""
