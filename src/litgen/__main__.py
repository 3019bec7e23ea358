"""Run ``python -m litgen`` as the command ``litgen``."""

from litgen.cli import main

if __name__ == "__main__":
    main()
