/* The sampling kernel of Warlords (engine/kernels: dice, block; engine/rulesets/warlords/kernel:
   entering, fighting) in C: what a compiler makes of the same work, vectors written for AVX2.
   bench_kernels.py compiles and compares. */

#include <stdint.h>

typedef int64_t i64;
typedef uint64_t u64;

enum { FLYING = 12, ACID, LIGHTNING, ASSASSIN, SHOTS_OF, WARDING, TRAMPLE, UNIT_COLUMNS = 25 };
enum { BLESSED = 1, POISONED = 3, DISEASED, MEDALS_OF, OWN };
enum { CURSE_PERCENT = 6, POISON_PERCENT, DISEASE_PERCENT, TOTALS = 18 };
enum { STRENGTH, MEDALS, IMMUNE, HITS, SHOTS, VETERAN, ROW, ROLLED, AHEAD, PARALYSED, AT_RISK,
       SLAIN, SLAYER_WORD, ARMED, COLUMNS };
enum { MELEE, MEDAL, MISSILE, COVER, ACID_ROLL, LIGHTNING_ROLL, ASSASSIN_ROLL, CURSE, POISON,
       DISEASE, PARALYSIS, SLAYER, WORDS = 19 };
enum { STACK_MOST = 32, BLOCK = 8, WINDOW = 8 };
#define LOW_HALF 0xFFFFFFFFull
#define INCREMENT 0x9E3779B97F4A7C15ull

typedef struct {
    const i64 *start, *units, *totals;
    const u64 *keys;
    i64 (*entered)[STACK_MOST][COLUMNS];
    i64 (*now)[COLUMNS];
    i64 (*rolled)[WORDS];
    u64 (*bits)[STACK_MOST];
    const i64 (*forms)[STACK_MOST][8][4];
    const u64 (*dice)[4];
    const int8_t (*nth)[WINDOW + 2];
    i64 rounds, touched[2];
} Field;

static inline u64 output(u64 seed, u64 number) {
    u64 z = seed + (number + 1) * INCREMENT;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static inline i64 below(i64 n, u64 seed, u64 key, i64 rolled) {
    u64 own = output(seed ^ key, (u64)rolled), size = (u64)n, number = 0, value = output(own, 0);
    while (value < size && value < -size % size) value = output(own, ++number);
    return (i64)(value % size);
}

static __attribute__((noinline, cold)) u64 carefully(u64 seed, u64 key, i64 rolled, i64 n,
                                                     u64 needed) {
    u64 found = 0;
    for (i64 k = 0; k < BLOCK; k++)
        found |= (u64)((u64)below(n, seed, key, rolled + k) < needed) << k;
    return found;
}

#ifdef __AVX2__
#include <immintrin.h>

typedef __m256i Row;

static inline Row all(u64 value) { return _mm256_set1_epi64x((i64)value); }

/* There is no instruction for numbers of 64 bits. */
static inline Row times(Row row, u64 factor) {
    Row low = all(factor & LOW_HALF), high = all(factor >> 32);
    Row cross = _mm256_mul_epu32(_mm256_srli_epi64(row, 32), low);
    cross = _mm256_add_epi64(cross, _mm256_mul_epu32(row, high));
    return _mm256_add_epi64(_mm256_mul_epu32(row, low), _mm256_slli_epi64(cross, 32));
}

static inline Row mixed(Row row) {
    row = times(_mm256_xor_si256(row, _mm256_srli_epi64(row, 30)), 0xBF58476D1CE4E5B9ull);
    row = times(_mm256_xor_si256(row, _mm256_srli_epi64(row, 27)), 0x94D049BB133111EBull);
    return _mm256_xor_si256(row, _mm256_srli_epi64(row, 31));
}

static inline Row folded(Row row, int bits, u64 remainder) {
    Row high = _mm256_mul_epu32(_mm256_srli_epi64(row, bits), all(remainder));
    return _mm256_add_epi64(high, _mm256_and_si256(row, all((1ull << bits) - 1)));
}

static inline u64 successes(u64 seed, u64 key, i64 rolled, const u64 *die, u64 needed) {
    u64 first = (seed ^ key) + (u64)rolled * INCREMENT, found = 0, unsure = 0;
    for (int k = 0; k < BLOCK; k += 4) {
        u64 own = first + (u64)k * INCREMENT;
        Row row = _mm256_set_epi64x((i64)(own + 4 * INCREMENT), (i64)(own + 3 * INCREMENT),
                                    (i64)(own + 2 * INCREMENT), (i64)(own + INCREMENT));
        row = mixed(_mm256_add_epi64(mixed(row), all(INCREMENT)));
        Row none = _mm256_cmpeq_epi64(_mm256_srli_epi64(row, 32), all(0));
        row = folded(folded(row, 32, die[1]), 20, die[2]);
        Row whole = _mm256_srli_epi64(_mm256_mul_epu32(row, all(die[3])), 28);
        row = _mm256_sub_epi64(row, _mm256_mul_epu32(whole, all(die[0])));
        row = _mm256_cmpgt_epi64(all(needed), row);
        unsure |= (u64)_mm256_movemask_pd(_mm256_castsi256_pd(none));
        found |= (u64)_mm256_movemask_pd(_mm256_castsi256_pd(row)) << k;
    }
    return unsure ? carefully(seed, key, rolled, (i64)die[0], needed) : found;
}
#else
static inline u64 successes(u64 seed, u64 key, i64 rolled, const u64 *die, u64 needed) {
    return carefully(seed, key, rolled, (i64)die[0], needed);
}
#endif

static inline u64 roll_ahead(Field *f, const i64 *unit, i64 before, u64 seed) {
    const u64 *keys = f->keys + unit[ROW] * WORDS;
    u64 needed = (u64)unit[STRENGTH];
    u64 bits = successes(seed, keys[MELEE], before, f->dice[0], needed);
    if (unit[MEDALS])
        bits |= successes(seed, keys[MEDAL], before, f->dice[unit[MEDALS]], needed);
    return bits;
}

static inline i64 touched(i64 percent, u64 seed, u64 key) {
    if (percent == 0 || percent == 100) return percent != 0;
    return below(25, seed, key, 0) < percent / 4;
}

static inline void afflict(Field *f, int side, i64 place, i64 enemy, u64 seed) {
    i64 *into = f->entered[side][place];
    const i64 *unit = f->units + into[ROW] * UNIT_COLUMNS, *theirs = f->totals + enemy * TOTALS;
    const u64 *keys = f->keys + into[ROW] * WORDS;
    i64 cursed = 0, poisoned = 0, diseased = 0;
    if (!(unit[OWN] & 1) && (unit[BLESSED] || unit[MEDALS_OF]))
        cursed = touched(theirs[CURSE_PERCENT], seed, keys[CURSE]);
    if (cursed || !unit[BLESSED]) {
        if (!(unit[OWN] & 2) && !unit[POISONED])
            poisoned = touched(theirs[POISON_PERCENT], seed, keys[POISON]);
        if (!(unit[OWN] & 4) && !unit[DISEASED])
            diseased = touched(theirs[DISEASE_PERCENT], seed, keys[DISEASE]);
    }
    const i64 *form = f->forms[side][place][cursed | poisoned << 1 | diseased << 2];
    for (int column = 0; column < 4; column++) into[column] = form[column];
}

static inline void step_up(Field *f, int side, i64 place) {
    for (int column = 0; column < COLUMNS; column++)
        f->now[side][column] = f->entered[side][place][column];
    f->now[side][VETERAN] = 0;
    f->now[side][ROLLED] = f->now[side][AHEAD] = BLOCK;
    if (f->touched[side])
        for (int word = f->touched[side] = 0; word < WORDS; word++) f->rolled[side][word] = 0;
}

static inline i64 rolled(Field *f, int side, i64 word, i64 n, u64 seed) {
    f->touched[side] = 1;
    return below(n, seed, f->keys[f->now[side][ROW] * WORDS + word], f->rolled[side][word]++);
}

static inline int succeeds(Field *f, int side, i64 word, i64 points, u64 seed) {
    if (points <= 0) return 0;
    return points >= 10 || rolled(f, side, word, 10, seed) < points;
}

static inline int power(Field *f, i64 word, i64 own_a, i64 own_b, u64 seed) {
    int by = own_a >= own_b ? 0 : 1, target = 1 - by;
    i64 points = own_a >= own_b ? own_a - own_b : own_b - own_a;
    points -= f->units[f->now[target][ROW] * UNIT_COLUMNS + WARDING];
    return succeeds(f, by, word, points, seed) ? target : -1;
}

static inline void missiles(Field *f, u64 seed) {
    i64 *a = f->now[0], *b = f->now[1];
    i64 cancelled = a[SHOTS] < b[SHOTS] ? a[SHOTS] : b[SHOTS];
    a[SHOTS] -= cancelled;
    b[SHOTS] -= cancelled;
    int by = a[SHOTS] ? 0 : 1, target = 1 - by;
    i64 *shooter = f->now[by], *aimed_at = f->now[target];
    if (aimed_at[IMMUNE]) shooter[SHOTS] = 0;
    i64 die = (i64)f->dice[0][0], aim = shooter[STRENGTH];
    if (f->units[aimed_at[ROW] * UNIT_COLUMNS + FLYING]) aim += 3;
    while (shooter[SHOTS]) {
        shooter[SHOTS]--;
        int hit = aim >= die || rolled(f, by, MISSILE, die, seed) < aim;
        int covered = rolled(f, target, COVER, die, seed) < aimed_at[STRENGTH];
        if (hit && !covered) {
            aimed_at[HITS] = 0;
            return;
        }
    }
}

static inline i64 blows(i64 hits, i64 each) {
    if (each > 1) hits = (hits + each - 1) / each;
    return hits < WINDOW + 1 ? hits : WINDOW + 1;
}

static inline u64 more(Field *f, i64 *unit, u64 seed) {
    i64 before = unit[ROLLED];
    unit[ROLLED] += BLOCK;
    return roll_ahead(f, unit, before, seed);
}

static inline void melee(Field *f, i64 i, i64 j, u64 seed) {
    i64 *a = f->now[0], *b = f->now[1];
    const i64 *of_a = f->units + a[ROW] * UNIT_COLUMNS, *of_b = f->units + b[ROW] * UNIT_COLUMNS;
    i64 hits_a = a[HITS], hits_b = b[HITS], ahead_a = a[AHEAD], ahead_b = b[AHEAD], fought = 0;
    i64 by_a = of_b[FLYING] ? 1 : 1 + of_a[TRAMPLE], by_b = of_a[FLYING] ? 1 : 1 + of_b[TRAMPLE];
    int slays = a[SLAIN] || b[SLAIN];
    u64 bits_a = f->bits[0][i], bits_b = f->bits[1][j];
    while (hits_a > 0 && hits_b > 0) {
        if (ahead_a == 0) bits_a = more(f, a, seed), ahead_a = BLOCK;
        if (ahead_b == 0) bits_b = more(f, b, seed), ahead_b = BLOCK;
        i64 rounds = ahead_a < ahead_b ? ahead_a : ahead_b, live = (1ll << rounds) - 1;
        i64 hit_b = (i64)(bits_a & ~bits_b) & live, hit_a = (i64)(bits_b & ~bits_a) & live;
        i64 last_b = f->nth[hit_b][blows(hits_b, by_a)], last_a = f->nth[hit_a][blows(hits_a, by_b)];
        i64 last = last_a < last_b ? last_a : last_b;
        if (slays && f->nth[hit_a | hit_b][1] < last) last = f->nth[hit_a | hit_b][1];
        if (last + 1 < rounds) rounds = last + 1;
        live = (1ll << rounds) - 1;
        hit_b &= live;
        hit_a &= live;
        hits_b -= by_a * f->nth[hit_b][0];
        hits_a -= by_b * f->nth[hit_a][0];
        bits_a >>= rounds;
        bits_b >>= rounds;
        ahead_a -= rounds;
        ahead_b -= rounds;
        fought += rounds;
        if (slays && hit_a != hit_b && hits_a > 0 && hits_b > 0) {
            int target = hit_b ? 1 : 0;
            i64 *unit = f->now[target];
            if (succeeds(f, 1 - target, SLAYER + unit[SLAYER_WORD], unit[SLAIN], seed)) {
                if (target) hits_b = 0; else hits_a = 0;
            }
        }
    }
    f->bits[0][i] = bits_a;
    f->bits[1][j] = bits_b;
    a[AHEAD] = ahead_a;
    b[AHEAD] = ahead_b;
    a[HITS] = hits_a > 0 ? hits_a : 0;
    b[HITS] = hits_b > 0 ? hits_b : 0;
    f->rounds += fought;
}

static inline void pairing(Field *f, i64 i, i64 j, u64 seed) {
    i64 *a = f->now[0], *b = f->now[1];
    if (!(a[ARMED] | b[ARMED])) {
        melee(f, i, j, seed);
        return;
    }
    const i64 *of_a = f->units + a[ROW] * UNIT_COLUMNS, *of_b = f->units + b[ROW] * UNIT_COLUMNS;
    if (of_a[ACID] || of_b[ACID]) {
        int hit = power(f, ACID_ROLL, of_a[ACID], of_b[ACID], seed);
        if (hit >= 0) {
            i64 *unit = f->now[hit];
            unit[STRENGTH] >>= 1;
            unit[ROLLED] -= unit[AHEAD];
            unit[AHEAD] = 0;
            if (unit[STRENGTH] == 0) return;
        }
    }
    if (of_a[LIGHTNING] || of_b[LIGHTNING]) {
        int hit = power(f, LIGHTNING_ROLL, of_a[LIGHTNING], of_b[LIGHTNING], seed);
        if (hit >= 0 && (f->now[hit][HITS] >>= 1) == 0) return;
    }
    i64 own_a = a[VETERAN] ? 0 : of_a[ASSASSIN], own_b = b[VETERAN] ? 0 : of_b[ASSASSIN];
    if (own_a || own_b) {
        int hit = power(f, ASSASSIN_ROLL, own_a, own_b, seed);
        if (hit >= 0) {
            f->now[hit][HITS] = 0;
            return;
        }
    }
    if (a[SHOTS] || b[SHOTS]) missiles(f, seed);
    if (a[HITS] && b[HITS]) melee(f, i, j, seed);
}

/* The same battle under many seeds; `entered` and `forms` are as `prepare` has filled them. */
void fight(const i64 *start, const i64 *units, const i64 *totals, const u64 *keys, i64 *entered,
           i64 *now, i64 *counted, u64 *bits, const i64 *forms, const u64 *dice, const int8_t *nth, i64 a, i64 b, i64 count, const u64 *seeds, int8_t *winner,
           int32_t *rounds, int8_t *left) {
    Field field = {start, units, totals, keys, (void *)entered, (void *)now, (void *)counted,
                   (void *)bits, (void *)forms, (void *)dice, (void *)nth, 0, {1, 1}};
    Field *f = &field;
    i64 sizes[2] = {start[a + 1] - start[a], start[b + 1] - start[b]}, enemies[2] = {b, a};
    for (i64 k = 0; k < count; k++) {
        u64 seed = seeds[k];
        f->rounds = 0;
        for (int side = 0; side < 2; side++)
            for (i64 place = 0; place < sizes[side]; place++) {
                i64 *unit = f->entered[side][place];
                if (unit[AT_RISK]) afflict(f, side, place, enemies[side], seed);
                f->bits[side][place] = roll_ahead(f, unit, 0, seed);
            }
        i64 i = 0, j = 0;
        step_up(f, 0, 0);
        step_up(f, 1, 0);
        while (1) {
            pairing(f, i, j, seed);
            if (f->now[0][HITS] <= 0 || f->now[0][STRENGTH] <= 0) {
                f->now[1][VETERAN] = 1;
                if (++i == sizes[0]) break;
                step_up(f, 0, i);
            } else {
                f->now[0][VETERAN] = 1;
                if (++j == sizes[1]) break;
                step_up(f, 1, j);
            }
        }
        winner[k] = i == sizes[0] ? 2 : 1;
        rounds[k] = (int32_t)f->rounds;
        left[2 * k] = (int8_t)(sizes[0] - i);
        left[2 * k + 1] = (int8_t)(sizes[1] - j);
    }
}
