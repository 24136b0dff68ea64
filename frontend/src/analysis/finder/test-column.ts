import { addCounts, NO_LEADS, type Counts } from '../counts/lead-counts.ts';
import { chiSquareOfShare } from '../stats/chi-square.ts';
import { upperGamma } from '../stats/incomplete-gamma.ts';

/**
 * The p-value of a column: whether the rates of its values differ by more than chance. X² = Σ (k - n b)² / (n b (1 - b)) over
 * r values of n leads, b = T / N the baseline rate. Under all orders of the outcomes its mean and variance are exactly
 *
 *     m = N (r - 1) / (N - 1)
 *     v = 2N / (N - 3) (v1 - w1)(v2 - w2) + N² / (N - 1) w1 w2
 *     v1 = (r - 1)(N - r) / (N - 1)     w1 = (Σ N / n - r²) / (N - 2)
 *     v2 = (N - 2) / (N - 1)            w2 = (N / T + N / (N - T) - 4) / (N - 2)
 *
 * (Haldane, "The mean and variance of χ², when used as a test of homogeneity, when expectations are small", Biometrika 31
 * (1940); Dawson, "A simplified expression for the variance of the χ²-function on a contingency table", Biometrika 41 (1954)).
 * p is the tail Q(m²/v, X² m/v) of the gamma distribution with this mean and variance, which holds for rare conversions too.
 *
 * Values without leads do not count. With one value, with no or only conversions, or with fewer than 4 leads p is 1.
 * Example: 60 of 200, 30 of 150, 15 of 100, 20 of 50: X² 16, p 0.00110361.
 */
export function testColumn(values: readonly Counts[]): { chiSquare: number; pValue: number } {
  const filled = values.filter(({ leads }) => leads > 0);
  const total = filled.reduce(addCounts, NO_LEADS);
  const [N, T, r] = [total.leads, total.conversions, filled.length];
  if (r < 2 || T === 0 || T === N || N < 4) return { chiSquare: 0, pValue: 1 };
  const chiSquare = filled.reduce(
    (sum, { leads, conversions }) => sum + chiSquareOfShare(conversions, leads, T / N),
    0,
  );
  const mean = (N * (r - 1)) / (N - 1);
  const inverse = filled.reduce((sum, { leads }) => sum + N / leads, 0);
  const v1 = ((r - 1) * (N - r)) / (N - 1);
  const v2 = (N - 2) / (N - 1);
  const w1 = (inverse - r * r) / (N - 2);
  const w2 = (N / T + N / (N - T) - 4) / (N - 2);
  const variance = ((2 * N) / (N - 3)) * (v1 - w1) * (v2 - w2) + ((N * N) / (N - 1)) * w1 * w2;
  // Rounding may leave a little above or below 0 where each value has one lead.
  if (!(variance > 0)) return { chiSquare, pValue: 1 };
  return { chiSquare, pValue: upperGamma((mean * mean) / variance, (chiSquare * mean) / variance) };
}
