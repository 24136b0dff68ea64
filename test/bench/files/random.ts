/** Numbers from 0 to below 1 that are the same for the same seed: mulberry32 (Tommy Ettinger, public domain). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Random = () => number;

/** A whole number from 0 to below `count`, low ones more often, as sources and cities are in real files. */
export function drawSkewed(random: Random, count: number): number {
  return Math.floor(count * random() ** 2);
}

export function drawEvenly(random: Random, count: number): number {
  return Math.floor(count * random());
}
