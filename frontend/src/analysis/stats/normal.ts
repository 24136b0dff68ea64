import { chiSquareTail } from './chi-square.ts';

/**
 * The chance that a standard normal variable is at most z: half the chance of its square above z² (Abramowitz and Stegun,
 * Handbook of Mathematical Functions, 26.2.17 and 26.4.19), so that small chances keep their digits. At -Infinity 0, at
 * Infinity 1.
 * Example: -1.959963984540054 gives 0.025.
 */
export function normalCdf(z: number): number {
  const tail = chiSquareTail(z * z) / 2;
  return z < 0 ? tail : 1 - tail;
}
