"""`python -m engine.odds.kernels`: compiles all kernels into their cache."""

from engine.odds.kernels import warm

if __name__ == "__main__":
    warm()
