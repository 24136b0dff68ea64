/** A source of numbers from 0 up to 1, the same for the same seed: mulberry32. */
export function seedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many of `size` trials succeed, each with this chance. */
export function drawBinomial(random: () => number, size: number, chance: number): number {
  let successes = 0;
  for (let trial = 0; trial < size; trial++) if (random() < chance) successes++;
  return successes;
}

/** How `size` leads fall on places with these weights: binomials, each of those that are left. */
export function drawMultinomial(random: () => number, size: number, weights: readonly number[]): number[] {
  let left = size;
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight, place) => {
    const drawn = place === weights.length - 1 ? left : drawBinomial(random, left, weight / weightLeft);
    left -= drawn;
    weightLeft -= weight;
    return drawn;
  });
}
