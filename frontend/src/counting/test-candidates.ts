import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import {
  listOtherSegments,
  testCandidate,
  type TestedCandidate,
} from '#frontend/analysis/finder/other-segments.ts';
import { measureSameAge } from '#frontend/analysis/judge/same-age.ts';
import type { OtherSegments } from '#frontend/analysis/judge/widen-discoveries.ts';
import { agedLeadsOf } from './aged-leads.ts';
import { amountsOf, convertedOf, foldAttributes } from './cached-counts.ts';
import { candidateColumns, candidatesOnce } from './file-candidates.ts';
import { findLabelLimits } from './find-label-limits.ts';
import { codedColumn, type LoadedFile } from './loaded-file.ts';

/** Tests every candidate column of the leads that count, those of the attributes too. */
export async function testCandidates(
  view: LoadedFile,
  plan: Plan,
  { candidatesOf, onSlice }: { candidatesOf: typeof candidatesOnce; onSlice(): Promise<void> },
): Promise<readonly TestedCandidate[]> {
  const converted = convertedOf(view, plan);
  const outcomes = {
    isConverted: converted.flags,
    valued: amountsOf(view, plan, converted)?.valued ?? null,
    aged: agedLeadsOf(view, plan),
  };
  const tested: TestedCandidate[] = [];
  for (const column of candidateColumns(view, plan)) {
    const candidates = await candidatesOf(view, column, onSlice);
    if (typeof candidates === 'string') continue;
    for (const candidate of candidates) {
      await onSlice();
      tested.push(testCandidate(candidate, outcomes));
    }
  }
  return tested;
}

/** The facts from the tested columns that limit the labels of a plan, without the limits that need more than columns. */
export function listOthers(
  view: LoadedFile,
  plan: Plan,
  tested: readonly TestedCandidate[],
): Omit<OtherSegments, 'limits'> {
  const others = listOtherSegments(tested, new Set(plan.attributes.map(({ column }) => column)));
  const sameAge = testAttributes(view, plan);
  return { ...others, ...(sameAge && { sameAge }) };
}

/** Tests the columns of a file that is counted once, as that of a delivery, and keeps none of them in memory. */
export async function testOnce(view: LoadedFile, plan: Plan): Promise<OtherSegments> {
  const onSlice = () => Promise.resolve();
  const tested = await testCandidates(view, plan, { candidatesOf: candidatesOnce, onSlice });
  const { table } = view.selection?.whole ?? view;
  const limits = await findLabelLimits(view, plan, { table, onSlice });
  return { ...listOthers(view, plan, tested), ...(limits && { limits }) };
}

/** The statistic of each segment of the attributes among leads of the same age, in the order of a measurement; null without ages. */
function testAttributes(view: LoadedFile, plan: Plan): Float64Array | null {
  const { flags } = convertedOf(view, plan);
  const aged = agedLeadsOf(view, plan);
  if (!aged) return null;
  return Float64Array.from(
    foldAttributes(view, plan).flatMap(({ column, fold: { names, codeOf } }) => {
      const { codes } = codedColumn(view, column);
      return [
        ...measureSameAge(aged, { codes, positionOf: codeOf, values: names.length, isConverted: flags }),
      ];
    }),
  );
}
