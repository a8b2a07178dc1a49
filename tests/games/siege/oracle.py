"""The siege's rules written anew from the source text, with what D7 reveals, to compare the engine
with."""

from dataclasses import dataclass, field
from typing import Any

Unit = dict[str, int]
Army = dict[str, Unit]


@dataclass
class World:
    """Both armies, both sides' orders for each round, and what became of them."""

    armies: dict[str, Army]
    orders: dict[str, list[dict[str, str]]]
    public: list[Any] = field(default_factory=list)
    own: dict[str, list[Any]] = field(default_factory=lambda: {"a": [], "b": []})
    winner: str | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        self.now = {
            side: {k: dict(u, exh=0) for k, u in army.items()} for side, army in self.armies.items()
        }
        for number in range(1, 41):
            self._play(number)
            if self.winner:
                break
        else:
            self._count()

    def revealed(self, viewer: str | None) -> Any:
        """All that a viewer may know of the rounds: what is public, and its own side."""
        return self.public, self.own[viewer] if viewer else None

    def _play(self, number: int) -> None:
        given = {side: self._allowed(side, number) for side in "ab"}
        before = {side: {k: dict(u) for k, u in self.now[side].items()} for side in "ab"}
        attack, defend, rest = (
            {side: [k for k in "ABCDE" if given[side][k] == word] for side in "ab"}
            for word in ("attack", "defend", "recover")
        )
        for side in "ab":
            attack[side].sort(key=lambda k: self._rank(side, k, "-atk", "-def", "exh", "-hp"))
        pairs = list(zip(attack["a"], attack["b"], strict=False))
        rows = self._fight(pairs, before)
        castles = {}
        for side, enemy in (("a", "b"), ("b", "a")):
            left = sorted(attack[enemy][len(pairs) :])
            castles[side] = self._besiege(side, enemy, left, defend[side])
        met = {(x, y): (before["a"][x]["atk"], before["b"][y]["atk"]) for x, y in pairs}
        self.public.append((met, castles))
        if not self.winner:
            for side in "ab":
                self._rest(side, rest[side])
        for side in "ab":
            after = {k: dict(u) for k, u in self.now[side].items()}
            self.own[side].append((before[side], given[side], rows[side], after))

    def _allowed(self, side: str, number: int) -> dict[str, str]:
        rounds = self.orders[side]
        given = rounds[number - 1] if number <= len(rounds) else {}
        allowed = {}
        for k, unit in self.now[side].items():
            fit = {
                "attack": unit["atk"] > 0 and unit["exh"] < 3,
                "defend": unit["def"] > 0 and unit["exh"] < 3,
                "recover": unit["hp"] > 0 and unit["exh"] > 0,
            }
            word = given.get(k, "none")
            allowed[k] = word if fit.get(word) else "none"
        return allowed

    def _rank(self, side: str, k: str, *by: str) -> tuple[Any, ...]:
        unit = self.now[side][k]
        return (*(-unit[s[1:]] if s[0] == "-" else unit[s] for s in by), k)

    def _fight(self, pairs: list[tuple[str, str]], before: Any) -> dict[str, dict[str, str]]:
        rows: dict[str, dict[str, str]] = {"a": {}, "b": {}}
        for x, y in pairs:
            for side, k, enemy, foe in (("a", x, "b", y), ("b", y, "a", x)):
                au, eu, unit = before[side][k], before[enemy][foe], self.now[side][k]
                pierced = eu["atk"] >= au["atk"] + 2 and eu["atk"] > au["def"]
                if pierced and au["hp"] == 0:
                    row, loss = "B1", "atk"
                elif pierced:
                    row, loss = "B2", "hp"
                elif eu["atk"] >= au["atk"] and au["exh"] > eu["exh"] and au["hp"] > 0:
                    row, loss = "B3", "hp"
                elif au["atk"] > eu["atk"] and au["def"] >= eu["atk"]:
                    rows[side][k] = "B4"
                    continue
                else:
                    row, loss = "B5", ""
                rows[side][k] = row
                self._tire(unit)
                if loss:
                    unit[loss] = max(0, unit[loss] - 1)
        return rows

    @staticmethod
    def _tire(unit: Unit) -> None:
        unit["exh"] = min(3, unit["exh"] + 1)

    def _besiege(self, side: str, enemy: str, left: list[str], defend: list[str]) -> Any:
        if not left:
            return [], defend, None, None
        attackers = [self.now[enemy][k] for k in left]
        defenders = [self.now[side][k] for k in defend]
        total_a = sum(unit["atk"] for unit in attackers)
        total_d = sum(unit["def"] for unit in defenders)
        told = (left, defend, total_a, total_d)
        if not defenders:
            self.winner, self.reason = enemy, "castle"
            return told
        by = ("-def", "exh", "-hp", "-atk")
        top_a = self.now[enemy][min(left, key=lambda k: self._rank(enemy, k, *by))]
        top_d = self.now[side][min(defend, key=lambda k: self._rank(side, k, *by))]
        tired, hurt, breached = [*defenders, *attackers], [], []
        if total_a >= 2 * total_d:
            tired, breached = [*defenders, top_a], defenders
        elif total_a > total_d:
            breached = [top_d]
        elif total_d >= 2 * total_a:
            hurt = attackers
        else:
            hurt = [top_a, top_d]
        for unit in tired:
            self._tire(unit)
        for units, stat in ((hurt, "hp"), (breached, "def")):
            for unit in units:
                unit[stat] = max(0, unit[stat] - 1)
        return told

    def _rest(self, side: str, who: list[str]) -> None:
        who = sorted(who, key=lambda k: self._rank(side, k, "-hp", "-atk", "-exh", "-def"))
        for k in who:
            self.now[side][k]["exh"] -= 1
            if k != who[0]:
                self.now[side][k]["hp"] -= 1

    def _count(self) -> None:
        def worth(side: str) -> tuple[int, int, int]:
            units = self.now[side].values()
            exh, hp = (sum(unit[stat] for unit in units) for stat in ("exh", "hp"))
            return sum(u["atk"] + u["def"] for u in units) + hp - exh, -exh, hp

        self.winner, self.reason = ("a" if worth("a") > worth("b") else "b"), "round_limit"
