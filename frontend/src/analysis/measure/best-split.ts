import { type Range } from '../counts/binning.ts';
import { firstAbove } from '../counts/range-presets.ts';
import type { NumericSummary } from '../columns/columns.ts';
import { readNumber, type NumberFormat } from '../columns/number-format.ts';
import { RANGE_GAP } from '../constants.ts';
import { tableOfGroups } from './lift.ts';
import { addCounts, type Counts } from '../counts/valued-leads.ts';
import { chiSquare2x2, chiSquareTail } from '../stats/chi-square.ts';

/** The numbers are first cut into this many quantiles. */
const FINE_QUANTILES = 20;
/** The quantiles are merged into at most this many ranges. */
const MAX_SPLIT_RANGES = 5;
/** A range has at least this percentage of the leads. */
const MIN_SPLIT_PERCENT = 5;
/** A range has at least this many leads. */
const MIN_SPLIT_LEADS = 30;
/** Neighbouring ranges differ if p is below this, divided by the number of cuts tried (Bonferroni). */
const SPLIT_P_VALUE = 0.05;
/** Below this expected count chi-square is no good approximation (Cochran, "Some methods for strengthening the common χ² tests", Biometrics 10, 1954). */
const MIN_EXPECTED_COUNT = 5;

/** Neighbouring numbers of a column, up to and including `max`. */
interface Part extends Counts {
  max: number;
}

/**
 * 'Best split': at most 5 ranges whose conversion rates differ from each other. The numbers are cut at 20 quantiles, each
 * end a number of the column, and neighbours are merged from the bottom up (ChiMerge; Kerber, "ChiMerge: discretization
 * of numeric attributes", AAAI 1992):
 *
 * 1. while a part has under 5% of the leads with a number, or under 30 leads: the smallest, with its more similar neighbour
 * 2. while two neighbours do not differ, or there are more than 5 parts: the two with the smallest chi-square
 *
 * Neighbours differ if the chi-square of their 2x2 table has p < 0.05 / 19, since 19 cuts were tried (Bonferroni), and
 * if all four expected counts are at least 5. Null where one part is left: no split of this column holds.
 * The ranges have no labels, so their names are their bounds; the last is open-ended. They were chosen with the outcome, so their
 * figures look somewhat better than those of later leads.
 * Example: numbers 1 to 100 with 100 leads each, of which 10 convert up to 50 and 30 above: 1 to 50, 50.01 and above.
 *
 * @param conversions per number of the summary
 */
export function bestSplit(summary: NumericSummary, conversions: Uint32Array): Range[] | null {
  const parts = cutFinely(summary, conversions);
  const total = parts.reduce((sum, { leads }) => sum + leads, 0);
  mergeSmall(parts, Math.max(MIN_SPLIT_LEADS, (total * MIN_SPLIT_PERCENT) / 100));
  mergeAlike(parts);
  if (parts.length < 2) return null;
  return parts.map(({ max }, index) => {
    const previous = parts[index - 1];
    return {
      // Numbers may be closer than the gap.
      min: previous ? Math.min(previous.max + RANGE_GAP, firstAbove(summary, previous.max)) : summary.min,
      max: index === parts.length - 1 ? null : max,
      label: '',
    };
  });
}

/** At most 20 parts. A number that many leads share fills a part, and those that it covers are left out. */
function cutFinely({ values, leads }: NumericSummary, conversions: Uint32Array): Part[] {
  const total = leads.reduce((sum, count) => sum + count, 0);
  const parts: Part[] = [];
  let seen = 0;
  let part = { max: 0, leads: 0, conversions: 0 };
  for (let index = 0; index < values.length; index++) {
    // The `!` here: each number has leads and conversions.
    seen += leads[index]!;
    part.max = values[index]!;
    part.leads += leads[index]!;
    part.conversions += conversions[index]!;
    const filled = Math.floor((seen * FINE_QUANTILES) / total);
    if (filled > Math.floor(((seen - leads[index]!) * FINE_QUANTILES) / total)) {
      parts.push(part);
      part = { max: 0, leads: 0, conversions: 0 };
    }
  }
  return parts;
}

function mergeSmall(parts: Part[], least: number): void {
  while (parts.length > 1) {
    const leads = parts.map((part) => part.leads);
    const fewest = Math.min(...leads);
    if (fewest >= least) return;
    const smallest = leads.indexOf(fewest);
    const [below, above] = [differenceAt(parts, smallest - 1), differenceAt(parts, smallest)];
    mergeAt(parts, below < above ? smallest - 1 : smallest);
  }
}

function mergeAlike(parts: Part[]): void {
  const level = SPLIT_P_VALUE / (FINE_QUANTILES - 1);
  while (parts.length > 1) {
    const cuts = parts.slice(1).map((_, cut) => differenceAt(parts, cut));
    const weakest = Math.min(...cuts);
    if (parts.length <= MAX_SPLIT_RANGES && chiSquareTail(weakest) < level) return;
    mergeAt(parts, cuts.indexOf(weakest));
  }
}

/** The chi-square of a part and the next; 0 where an expected count is too small for it, infinite where one is missing. */
function differenceAt(parts: readonly Part[], cut: number): number {
  const [a, b] = [parts[cut], parts[cut + 1]];
  if (!a || !b) return Infinity;
  const { leads, conversions } = addCounts(a, b);
  const least = (Math.min(a.leads, b.leads) * Math.min(conversions, leads - conversions)) / leads;
  if (least < MIN_EXPECTED_COUNT) return 0;
  return chiSquare2x2(tableOfGroups(a, b));
}

function mergeAt(parts: Part[], cut: number): void {
  const [a, b] = parts.slice(cut);
  if (a && b) parts.splice(cut, 2, { max: b.max, ...addCounts(a, b) });
}

/**
 * Turns counts per distinct cell into counts per number, in the order of `values`; cells that are no number are left
 * out. Example: cells '1', '1.0', 'x' with 2, 3 and 4 conversions, values [1]: [5].
 */
export function countPerNumber(
  categories: readonly string[],
  counts: Uint32Array,
  { values, format = 'plain' }: { values: Float64Array; format?: NumberFormat },
): Uint32Array {
  const positions = new Map(Array.from(values, (value, index) => [value, index]));
  const perNumber = new Uint32Array(values.length);
  categories.forEach((category, code) => {
    const number = readNumber(category, format);
    const position = number === null ? undefined : positions.get(number);
    if (position !== undefined) perNumber[position] = (perNumber[position] ?? 0) + (counts[code] ?? 0);
  });
  return perNumber;
}
