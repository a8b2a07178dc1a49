"""`python -m engine.kernels`: compiles the kernels of all rulesets into their cache."""

import engine

if __name__ == "__main__":
    engine.warm()
