"""Leaders: blows, exhaustion damage, Agility, stun (M4 to M6, M8 to M15, M19, M30)."""

from tests.games.manymarios.rulings import check, check_each


def test_m04_damage_beyond_the_last_de_costs_ae_and_reaches_nobody_else() -> None:
    # a1 hits for 1 + 2: b1 has 1 DE, a1 pays 3 AE, b2 has its 9 DE until round 2.
    check(
        "9/9/2 | 9/1 9/9",
        "1 unit_struck attacker target amount ae de: a1 b1 3 6 0, b1 a1 1 8 8",
        "2 unit_struck attacker target amount ae de: b2 a1 1 8 7, a1 b2 3 3 6",
    )


def test_m05_effects_give_way_from_combat_items_down_to_the_own_bonus() -> None:
    # AE 0 + 2 = 2; damage 1 + own 1 + Flying 1 + Fire Flower 1 + Mega Mushroom 2 = 6.
    # 6 - 2 = 4, 4 - 1 = 3, 3 - 1 = 2: that fits.
    check(
        "0/9/1:flying+mega-mushroom+fire-flower | 9/9",
        "1 effect_ignored source amount: mega-mushroom 2, fire-flower 1, flying 1",
        "1 unit_struck amount ae parts: 2 0 base+own, 1 8 base",
    )
    # AE -1 + 2 = 1: then 1 + 1 are left, one too many, and the own bonus goes last.
    check(
        "-1/9/1:flying+mega-mushroom+fire-flower | 9/9",
        "1 effect_ignored source amount: mega-mushroom 2, fire-flower 1, flying 1, own 1",
        "1 unit_struck amount ae: 1 0, 1 8",
    )


def test_m06_an_effect_is_ignored_whole_until_the_rest_fits() -> None:
    # AE 2, damage 1 + 2 = 3: the Mega Mushroom goes, and 1 is dealt although 2 could be paid.
    # AE 3, damage 1 + 1 + 2 = 4: without the Mega Mushroom it is 2; the Fire Flower stays.
    check_each(
        "1 unit_struck amount ae parts",
        {
            "0/9+mega-mushroom | 9/9": "1 1 base, 1 8 base",
            "1/9+fire-flower+mega-mushroom | 9/9": "2 1 base+fire-flower, 1 8 base",
        },
    )


def test_m08_who_spends_the_last_ae_in_this_round_waits_for_the_next() -> None:
    # a1 hits with its only AE in round 1. In round 2 b1 hits (DE 8 - 1 = 7), then a1 pays 1.
    check(
        "1/9 | 9/9",
        "1 unit_exhausted unit cause: a1 unit_struck:a1",
        "1,2 round_started exhausted: - / a1",
        "2 unit_struck attacker ae de: b1 7 7",
        "1,2 exhaustion_dealt attacker attacker_de de: - / a1 6 7",
    )


def test_m09_leaders_that_stand_deal_it_in_either_role() -> None:
    # In either role: each round b1's blow and the cost take 2 DE from a1, its strike 1 from b1.
    check("0/9 | 9/9", "1,2 exhaustion_dealt attacker_de de: 7 8 / 5 7")
    # A felled leader deals none, on the offense or on the defense, and none is dealt to a leader
    # that a shot or a bomb has felled; who does not lead deals none.
    check_each(
        "1 exhaustion_dealt attacker",
        {
            "0/1 9/9 | 9/9": "-",
            "9/9 | 0/1 9/9": "-",
            "b begins: 0/9 9/9:ballistics | 9/1 9/9": "-",
            "0/9:air-strike 9/9 | 9/1 9/9": "-",
            "9/9 0/9 | 9/9": "-",
        },
    )


def test_m10_exhaustion_damage_is_1_and_costs_1_de() -> None:
    # The DE of a1: 9 - 1 for the blow - 1 as the cost = 7; of b1: 9 - 1 = 8.
    check("0/9 | 9/9", "1 exhaustion_dealt amount attacker_de de source: 1 7 8 M10")


def test_m11_on_its_last_de_a_unit_strikes_and_falls_by_the_cost() -> None:
    # a1: 2 - 1 for the blow = 1; it strikes all the same and is at 0.
    check(
        "0/2 | 9/1",
        "1 exhaustion_dealt attacker attacker_de de: a1 0 0",
        "1 unit_defeated unit: a1, b1",
        "* end: None defeat 1",
    )


def test_m12_two_exhausted_leaders_lose_two_each() -> None:
    check("0/9 | 0/9", "1 exhaustion_dealt attacker attacker_de de: a1 8 8, b1 7 7")
    # a1: 1 - 1 - 1 stops at 0, and strikes at once all the same; b1: 2 - 1 - 1 = 0.
    check(
        "0/1 | 0/2",
        "1 exhaustion_dealt attacker attacker_de de: a1 0 1, b1 0 0",
        "* end: None defeat 1",
    )


def test_m13_every_bonus_is_off() -> None:
    # AE -2 + 2 = 0: own 3, Flying, Fire Flower and Mega Mushroom all add nothing.
    check(
        "-2/9/3:flying+fire-flower+mega-mushroom | 9/9",
        "1 exhaustion_dealt amount: 1",
        "1 effect_ignored source amount: -",
    )


def test_m14_an_agile_unit_with_ae_takes_no_exhaustion_damage() -> None:
    # a1: 9 - 1 for b1's blow = 8 and no cost; b1 keeps its 9 DE, as round 2 shows: 8 - 1 = 7.
    check(
        "0/9 | 9/9:agility",
        "1 unit_struck attacker ae de: b1 8 8",
        "1 exhaustion_blocked unit attacker source: b1 a1 agility",
        "1 exhaustion_dealt attacker: -",
        "2 unit_struck de: 7",
        "* left_b: b1 0 9",
    )
    # b1 spends its only AE on its blow, and is exhausted when exhaustion damage is dealt.
    check(
        "0/9 | 1/9:agility",
        "1 unit_exhausted unit: b1",
        "1 exhaustion_dealt attacker attacker_de de: a1 7 8",
    )
    check("0/9:agility | 0/9:agility", "1 exhaustion_dealt attacker attacker_de de: a1 8 8, b1 7 7")


def test_m15_ae_of_0_or_below_at_the_start_is_exhausted() -> None:
    check(
        "0/9 | 9/9",
        "1 round_started exhausted: a1",
        "1 unit_struck attacker: b1",
        "1 exhaustion_dealt attacker: a1",
    )
    check("-3/9 | 9/9", "1 round_started exhausted: a1")


def test_m30_who_damages_a_stunner_on_the_offense_deals_nothing_next_round() -> None:
    check(
        "9/9 | 9/9:stun",
        "1 unit_stunned unit stunner round cause source: a1 b1 2 unit_struck:a1 stun",
        "2 types: round_started unit_struck action_lost stun_ended round_ended",
        "2 unit_struck attacker ae de: b1 7 7",
        "2 action_lost unit: a1",
        "1,3,5 unit_stunned round: 2 / 4 / 6",
        "2,4,6 stun_ended unit: a1 / a1 / a1",
    )
    # Nobody is stunned on the defense, by a blow or by exhaustion damage.
    check(
        "b begins: 9/9 | 9/9:stun",
        "1 unit_struck attacker: b1, a1",
        "1 unit_stunned unit stunner cause: -",
    )
    check(
        "9/9:stun | 0/9", "1 exhaustion_dealt attacker: b1", "1 unit_stunned unit stunner cause: -"
    )
    # a1 has no AE: its only damage in round 1 is exhaustion damage. Then it sits round 2 out;
    # its DE: 9 - 1 (blow) - 1 (cost) = 7, 6 in round 2, 5 and 4 in round 3.
    check(
        "0/9 | 9/9:stun",
        "1 unit_stunned unit stunner cause: a1 b1 exhaustion_dealt:a1",
        "2 types: round_started unit_struck action_lost stun_ended round_ended",
        "3 exhaustion_dealt attacker attacker_de: a1 4",
    )
    # The striker a3 is stunned in round 1; in round 2 the Pipe a2 has to wait.
    check(
        "9/9:air-strike cannon-pipe 9/9 | 9/9 9/9:stun",
        "1 unit_stunned unit: a3",
        "2 action_lost unit: a3",
        "2,4 unit_launched attacker: - / -",
    )


def test_m19_flying_adds_1_on_the_offense_against_who_does_not_fly() -> None:
    # With 1 + 1 and Flying a1 hits for 3 on the offense (round 1), for 2 on the defense.
    check("9/9/1:flying | 9/9", "1,2 unit_struck attacker amount: a1 3, b1 1 / b1 1, a1 2")
    check("9/9:flying | 9/9+parawings", "1 unit_struck attacker amount: a1 1, b1 1")
