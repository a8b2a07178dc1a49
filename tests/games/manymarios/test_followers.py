"""Units behind the leader: shots, Launches, bombs, and defenders (M7, M16 to M28)."""

from tests.games.manymarios.rulings import check, check_each


def test_m07_the_launch_of_a_shooter_gives_way_first() -> None:
    check(
        "b begins: 9/9 cannon-pipe 3/9:ballistics | 9/9",
        "1 shot_fired attacker ae: a3 2",
        "1 unit_launched pipe attacker ae: a2 a3 0",
    )
    check(
        "b begins: 9/9 cannon-pipe 2/9:ballistics | 9/9",
        "1 shot_fired attacker ae: a3 1",
        "1 effect_ignored unit amount source: a3 2 launch",
        "1 unit_launched pipe attacker ae: -",
    )
    # a2 fires first; a4, with 2 AE, does not have to, and is launched.
    check(
        "b begins: 9/9 9/9:ballistics cannon-pipe 2/9:ballistics | 9/9",
        "1 shot_fired attacker ae: a2 8",
        "1 unit_launched pipe attacker ae: a3 a4 0",
    )


def test_m16_a_defender_on_the_offense_deals_and_takes_nothing() -> None:
    # Neither blow nor shot nor Launch, although b has all of them ready.
    check(
        "9/9:defender | 9/9 9/9:ballistics cannon-pipe 9/9",
        "1 types: round_started exchange_refused round_ended",
        "1 exchange_refused unit opponent source: a1 b1 defender",
        "1 round_ended quiet: 1",
    )
    # No energy is spent: in round 2 both hit for the first time, 9 - 1 = 8 everywhere.
    check("9/9:defender | 9/9", "2 unit_struck attacker ae de: b1 8 8, a1 8 8")
    # On the defense a defender fights like any unit.
    check("9/9 | 9/9:defender", "1 unit_struck attacker target: a1 b1, b1 a1")


def test_m17_a_defender_does_not_strike_from_behind_an_airship() -> None:
    # a2 keeps its 3 AE; a3 bombs b2.
    check(
        "9/9:air-strike 3/9:defender 9/9 | 9/9 9/9",
        "1 bomb_negated attacker target source: a2 b1 defender",
        "1 bomb_dropped attacker target amount: a3 b2 1",
    )
    # A defending leader deals nothing; a2 is no defender, and its bomb is its own damage.
    check(
        "9/9:air-strike,defender 9/9 | 9/9",
        "1 types: round_started exchange_refused bomb_dropped round_ended",
    )


def test_m18_a_shot_deals_exactly_1_whatever_the_shooters_bonuses() -> None:
    # b1 hits a1, a1 hits b1 (DE 8), then the shot lands (DE 7).
    check(
        "b begins: 9/9 9/9/3:ballistics,flying+fire-flower | 9/9",
        "1 shot_fired attacker target amount ae de source: a2 b1 1 8 7 ballistics",
    )


def test_m20_one_shot_a_round_and_only_while_the_side_defends() -> None:
    # A leader does not fire.
    check("9/9 9/9:ballistics*3 | 9/9", "1,2,3,4 shot_fired attacker: - / a2 / - / a3")
    check("b begins: 9/9:ballistics 9/9 | 9/9", "1 shot_fired attacker: -")


def test_m21_shooters_take_turns_in_lineup_order_and_begin_again() -> None:
    # Third: b4 bombs a3 (DE 2) in rounds 1 and 3: it fires in round 3 and falls. Behind its place
    # stands a4, but round 5 begins at the front, with a2. b2 and b3 have no AE.
    # Fourth: a2 fires in round 1; a1 (DE 2) falls in round 2, a2 leads, and the front is a3's.
    # Fifth: in round 1 a defender is on the offense and nobody fires; a1 fells it in round 2. So in
    # round 3 it is still the turn of the first shooter.
    check_each(
        "1,3,5 shot_fired attacker",
        {
            "b begins: 9/9 9/9:ballistics 9/9 9/9:ballistics | 9/9": "a2 / a4 / a2",
            "b begins: 9/9 9/9:ballistics | 9/9": "a2 / a2 / a2",
            "b begins: 9/9 9/9:ballistics 9/2:ballistics 9/9:ballistics"
            " | 9/9:air-strike 0/1 0/1 9/9": "a2 / a3 / a2",
            "b begins: 9/2 9/9:ballistics 9/9:ballistics | 9/9": "a2 / a3 / a3",
            "b begins: 9/9 9/9:ballistics*2 | 9/1:defender 9/9": "- / a2 / a3",
        },
    )
    # a leads the Air Strike in round 1: a2 bombs with its last AE but one, a3 with its last and
    # goes to the back: a1 a2 a4 a3. In round 2 a2 fires its last, in rounds 4 and 6 a4.
    check(
        "99/99:air-strike 2/9:ballistics 1/9:ballistics 9/9:ballistics | 99/99*4",
        "2,4,6 shot_fired attacker: a2 / a4 / a4",
    )


def test_m22_the_exhausted_and_the_stunned_are_skipped() -> None:
    check("b begins: 9/9 0/9:ballistics 9/9:ballistics | 9/9", "1,3 shot_fired attacker: a3 / a3")
    # The strikers a2 and a3 bomb b1 and b2; b1 has stun, so a3 fires in round 2.
    check(
        "9/9:air-strike 9/9:ballistics 9/9:ballistics | 9/9:stun 9/9",
        "1 unit_stunned unit stunner: a1 b1, a2 b1",
        "2 shot_fired attacker: a3",
    )


def test_m23_the_unit_behind_a_pipe_is_launched_for_exactly_2() -> None:
    # b1 takes the blow (DE 8), the shot (DE 7) and the Launch (DE 5); bonuses do not count.
    check(
        "b begins: 9/9 cannon-pipe 9/9/3 9/9:ballistics | 9/9",
        "1 types: round_started unit_struck unit_struck shot_fired unit_launched round_ended",
        "1 shot_fired attacker target de: a4 b1 7",
        "1 unit_launched pipe attacker target amount ae de source: a2 a3 b1 2 7 5 launch",
    )
    # Every Pipe.
    check(
        "b begins: 9/9 cannon-pipe 9/9 cannon-pipe 9/9 | 9/9",
        "1 unit_launched pipe attacker ae: a2 a3 7, a4 a5 7",
    )


def test_m24_no_pipe_and_nobody_without_2_ae_is_launched() -> None:
    check("b begins: 9/9 cannon-pipe*2 9/9 | 9/9", "1 unit_launched pipe attacker: a3 a4")
    # A Super Star gives a3 the 2 AE that a Launch would take.
    check_each(
        "1 types",
        {
            f"b begins: 9/9 cannon-pipe {behind} | 9/9": (
                "round_started unit_struck unit_struck round_ended"
            )
            for behind in ("", "cannon-pipe+super-star", "0/9")
        },
    )
    # A unit with 1 AE keeps it: in round 3 the Launch is ignored again.
    check(
        "b begins: 9/9 cannon-pipe 1/9 | 9/9",
        "1,3 effect_ignored unit amount source: a3 2 launch / a3 2 launch",
        "1,3 unit_launched attacker: - / -",
    )


def test_m25_pipes_at_the_front_leave_at_once() -> None:
    # Before the first round.
    check(
        "cannon-pipe cannon-pipe 9/9 | 9/9",
        "* pipe_removed unit seq: a1 2, a2 3",
        "1 unit_struck attacker: a3, b1",
    )
    # a1 falls in round 1, the Pipe behind it leaves in the same removal, a3 leads round 2.
    check(
        "9/1 cannon-pipe 9/9 | 9/9",
        "1 types: round_started unit_struck unit_struck unit_defeated pipe_removed round_ended",
        "2 unit_struck target: a3, b1",
    )
    # A side with nothing but Pipes has lost. a1 falls by b1's blow in round 1; b1 has taken 1.
    check(
        "9/1 cannon-pipe*2 | 9/9",
        "* pipe_removed unit: a2, a3",
        "* end: b defeat 1",
        "* left_b: b1 8 8",
    )
    check("9/9 | cannon-pipe*2", "* end: a defeat 0", "* left_a: a1 9 9")
    check("cannon-pipe | cannon-pipe", "* end: None defeat 0")


def test_m26_each_of_three_strikers_deals_1_to_the_enemy_in_its_place() -> None:
    # b1 takes the blow (DE 8) and a bomb (DE 7); bonuses do not count, and a5 does not strike.
    check(
        "9/9:air-strike 9/9/3 9/9 9/9 9/9 | 9/9 9/8 9/7 9/6",
        "1 bomb_dropped attacker target amount ae de: a2 b1 1 8 7, a3 b2 1 8 7, a4 b3 1 8 6",
        "1 bomb_dropped leader: a1, a1, a1",
    )
    # Not on the defense, and not unless the airship leads.
    check("9/9:air-strike 9/9 | 9/9", "1,2,3 bomb_dropped attacker: a2 / - / a2")
    check("9/9 airship 9/9 | 9/9", "1 bomb_dropped attacker target amount: -")


def test_m27_a_missing_striker_or_target_and_a_pipe_do_nothing() -> None:
    check("9/9:air-strike 9/9 | 9/9 9/9 9/9", "1 bomb_dropped attacker target amount: a2 b1 1")
    # A strike on a Pipe costs nothing: a3 has 8 AE after its first bomb, in round 5. b1 (DE 6)
    # takes a blow and a bomb in rounds 1 and 3 and a blow in 2 and 4, and falls in 4; then the
    # Pipe leaves, and a3 faces b4.
    check(
        "99/99:air-strike 99/99 9/9 | 9/6 cannon-pipe 9/9 9/9",
        "1,3 bomb_negated attacker target source: a3 b2 launch / a3 b2 launch",
        "4 pipe_removed unit: b2",
        "5 bomb_dropped attacker target ae: a2 b3 96, a3 b4 8",
    )
    # A Pipe among the strikers does nothing even if it has AE.
    check(
        "9/9:air-strike cannon-pipe+super-star 9/9 | 9/9 9/9",
        "1 bomb_dropped attacker target amount: a3 b2 1",
        "1 bomb_negated attacker: -",
    )


def test_m28_who_is_spent_by_a_bomb_or_a_launch_goes_to_the_back() -> None:
    check("9/9:air-strike 0/9 9/9 | 9/9 9/9", "1 bomb_dropped attacker target amount: a3 b2 1")
    # a2 and a3 have 1 AE each. Afterwards: a1 a4 a5 a2 a3, so a4 and a5 strike in round 3.
    check(
        "99/99:air-strike 1/9 1/9 9/9 9/9 | 99/99*3",
        "1 unit_exhausted unit cause: a2 bomb_dropped:a2, a3 bomb_dropped:a3",
        "1,2 unit_sent_back unit: a2, a3 / -",
        "3 bomb_dropped attacker target: a4 b1, a5 b2",
    )
    # a3 has 2 AE, all for the Launch. Afterwards: a1 a2 a4 a3, so a4 is launched in round 3.
    check(
        "b begins: 9/9 cannon-pipe 2/9 9/9 | 9/9",
        "1 unit_launched pipe attacker ae: a2 a3 0",
        "1 unit_sent_back unit: a3",
        "3 unit_launched attacker: a4",
    )
    # a1 (DE 1) falls and a2 is spent: the Pipe comes to the front, leaves, and a2 leads.
    check(
        "9/1:air-strike 1/9 cannon-pipe | 9/9 9/9",
        "1 unit_defeated unit seq: a1 7",
        "1 unit_sent_back unit seq: a2 8",
        "1 pipe_removed unit seq: a3 9",
        "2 round_started exhausted: a2",
    )
