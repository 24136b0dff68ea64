import { upperGamma } from '../stats/incomplete-gamma.ts';
import type { CellTable } from './cell-rates.ts';

/** A pivot below this share of its value before is 0 up to rounding: the value follows from those before it. */
const LEAST_PIVOT = 1e-9;

/**
 * The p-value of a column within the cells of a model: whether the rates of its values differ by more than chance once the cells are
 * known. Generalised Cochran-Mantel-Haenszel test of general association (Landis, Heyman and Koch, "Average partial association in
 * three-way contingency tables", International Statistical Review 46 (1978)): in a cell of N leads with T conversions, n of them
 * with value v,
 *
 *     U_v = Σ (k_v - n_v T / N)     Cov(U_v, U_w) = Σ T (N - T) / (N - 1) (n_v / N δ_vw - n_v n_w / N²)
 *
 * summed over the cells, and U' Cov⁻ U is chi-square with the rank of Cov as degrees of freedom. 1 for a column that follows from the
 * cells, as a copy of a column of the model does.
 * Example: two cells with two values each, 10 of 50 and 12 of 30, 2 of 40 and 6 of 20: chi-square 9.3739, p 0.002201.
 */
export function testWithinCells({ values, leads, conversions }: CellTable): number {
  const scores = new Float64Array(values);
  const covariances = new Float64Array(values * values);
  for (let first = 0; first < leads.length; first += values) {
    const ofCell = {
      leads: leads.subarray(first, first + values),
      conversions: conversions.subarray(first, first + values),
    };
    addCell(ofCell, scores, covariances);
  }
  const { chiSquare, freedom } = solve(scores, covariances);
  return freedom === 0 ? 1 : upperGamma(freedom / 2, chiSquare / 2);
}

function addCell(
  { leads, conversions }: Pick<CellTable, 'leads' | 'conversions'>,
  scores: Float64Array,
  covariances: Float64Array,
): void {
  let [N, T] = [0, 0];
  // The `!` here and below: below the number of values.
  for (let value = 0; value < leads.length; value++) {
    N += leads[value]!;
    T += conversions[value]!;
  }
  if (T === 0 || T === N) return;
  const scale = (T * (N - T)) / (N - 1);
  for (let value = 0; value < leads.length; value++) {
    if (leads[value] === 0) continue;
    const share = leads[value]! / N;
    scores[value]! += conversions[value]! - share * T;
    covariances[value * leads.length + value]! += scale * share;
    for (let other = 0; other < leads.length; other++)
      covariances[value * leads.length + other]! -= (scale * share * leads[other]!) / N;
  }
}

/** U' Cov⁻ U and the rank of Cov by elimination, which changes both arrays. */
function solve(scores: Float64Array, covariances: Float64Array): { chiSquare: number; freedom: number } {
  const size = scores.length;
  const before = Float64Array.from(scores, (_, at) => covariances[at * size + at]!);
  let [chiSquare, freedom] = [0, 0];
  for (let at = 0; at < size; at++) {
    const pivot = covariances[at * size + at]!;
    if (!(pivot > LEAST_PIVOT * before[at]!)) continue;
    freedom++;
    chiSquare += scores[at]! ** 2 / pivot;
    for (let row = at + 1; row < size; row++) {
      const factor = covariances[row * size + at]! / pivot;
      scores[row]! -= factor * scores[at]!;
      for (let column = at + 1; column < size; column++)
        covariances[row * size + column]! -= factor * covariances[at * size + column]!;
    }
  }
  return { chiSquare, freedom };
}
