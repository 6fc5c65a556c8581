"""`python -m nurselog.cli`: the same as `nurselog`."""

from nurselog.cli.main import main

if __name__ == "__main__":
    main()
