/**
 * Numbers from 0 to below 1, the same for the same seed: the generator mulberry32 (Tommy Ettinger, public domain).
 * Example: seed 1: 0.6270739405881613, 0.002735721180215478, 0.5274470399599522.
 */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Puts the entries of a list in random order (Fisher and Yates; Durstenfeld, Communications of the ACM 7 (1964)). */
export function shuffle(list: Uint8Array | Uint32Array, random: () => number): void {
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other]!, list[last]!]; // up to the last
  }
}

/** Normal numbers with mean 0 and deviation 1, two at a time (Box and Muller, Annals of Mathematical Statistics 29 (1958)). */
export function createNormal(random: () => number): () => number {
  let next: number | null = null;
  return () => {
    if (next !== null) {
      const drawn = next;
      next = null;
      return drawn;
    }
    const length = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    next = length * Math.sin(angle);
    return length * Math.cos(angle);
  };
}

/** From this variance on a number of successes is drawn as a normal number, rounded. */
const NORMAL_FROM = 25;

/**
 * How many of n tries succeed, each with chance p: by inversion, from a variance of 25 on by the normal approximation. p at or outside 0
 * and 1 gives none or all.
 * Example: 3 tries of chance 0.5 give 0, 1, 2 or 3 with chances 1/8, 3/8, 3/8 and 1/8.
 *
 * @param normal numbers from the same generator
 */
export function drawBinomial(
  [n, p]: readonly [tries: number, chance: number],
  random: () => number,
  normal: () => number,
): number {
  if (p <= 0 || n === 0) return 0;
  if (p > 0.5) return n - drawBinomial([n, 1 - p], random, normal);
  const variance = n * p * (1 - p);
  if (variance >= NORMAL_FROM)
    return Math.min(n, Math.max(0, Math.round(n * p + Math.sqrt(variance) * normal())));
  let chance = (1 - p) ** n;
  let drawn = 0;
  for (let left = random() - chance; left > 0 && drawn < n; left -= chance) {
    drawn++;
    chance *= ((n - drawn + 1) / drawn) * (p / (1 - p));
  }
  return drawn;
}
