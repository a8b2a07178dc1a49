"""The castle siege as a PettingZoo parallel environment; needs the extra `rl` (README.md)."""

try:
    import gymnasium
    import pettingzoo
except ImportError as error:
    raise ImportError(
        f"engine.env.siege needs {error.name}: install Battlereel with its extra, "
        "pip install 'battlereel[rl]' (in a checkout: pip install -e '.[rl]')"
    ) from error

from engine.env.siege.environment import SiegeEnv, action_of, orders_of

parallel_env = SiegeEnv  # the environment under PettingZoo's conventional name

__all__ = ["SiegeEnv", "action_of", "gymnasium", "orders_of", "parallel_env", "pettingzoo"]
