"""`python -m engine.kernels [ID…]`: compile kernels of all or some rulesets into their cache."""

import sys

import engine

if __name__ == "__main__":
    engine.warm(*sys.argv[1:])
