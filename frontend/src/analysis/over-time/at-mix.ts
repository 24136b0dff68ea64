import { MIN_RULE_LEADS } from '../constants.ts';
import type { Counts } from '../counts/valued-leads.ts';
import { measureRate } from '../measure/lift.ts';

/**
 * Of each cell of the other attributes (a combination of their values) the leads of a segment, and of all. Reference and later leads have
 * the same cells in the same order.
 */
export interface CellCounts {
  part: Counts;
  total: Counts;
}

/**
 * Puts cells with fewer than 30 reference leads into one.
 *
 * @returns the place of each cell among those that stay; the last place is the joined one, if any cell is small
 * @internal
 */
export function joinSmallCells(leads: readonly number[]): number[] {
  const kept = leads.map((count) => count >= MIN_RULE_LEADS);
  const joined = kept.filter(Boolean).length;
  let place = 0;
  return kept.map((isKept) => (isKept ? place++ : joined));
}

/**
 * Later leads of a segment, and of all, at the mix that the reference had: each cell weighs as much as its share among the reference's
 * leads of the segment, and among the others. The weights leave the worth of fewer leads, n = (Σw)²/Σw² (Kish 1965), so that the variance
 * of these counts is the one that the weights make. Where every cell has the reference's share the counts stay as they are. A cell without later
 * leads has no rate: the others stand for it.
 * Example: 60 and 40 reference leads in two cells, later 12 of 20 and 16 of 80 converted: rate 0.6 × 0.6 + 0.4 × 0.2 = 0.44 on
 * 1/(0.6²/20 + 0.4²/80) = 50 leads: 22 of 50.
 *
 * @internal
 */
export function countAtMix(reference: readonly CellCounts[], later: readonly CellCounts[]): CellCounts {
  const part = weigh(
    reference.map((cell) => cell.part.leads),
    later.map((cell) => cell.part),
  );
  const others = weigh(
    reference.map(othersOf).map(({ leads }) => leads),
    later.map(othersOf),
  );
  return {
    part,
    total: { leads: part.leads + others.leads, conversions: part.conversions + others.conversions },
  };
}

const othersOf = ({ part, total }: CellCounts): Counts => ({
  leads: total.leads - part.leads,
  conversions: total.conversions - part.conversions,
});

function weigh(reference: readonly number[], later: readonly Counts[]): Counts {
  let [whole, rate, squares] = [0, 0, 0];
  for (const [cell, counts] of later.entries()) {
    const share = reference[cell] ?? 0;
    if (counts.leads === 0 || share === 0) continue;
    whole += share;
    rate += share * measureRate(counts);
    squares += share ** 2 / counts.leads;
  }
  if (whole === 0) return { leads: 0, conversions: 0 };
  const leads = whole ** 2 / squares;
  return { leads, conversions: (leads * rate) / whole };
}
