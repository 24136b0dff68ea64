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
