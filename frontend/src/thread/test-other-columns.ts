import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { LeadAmounts } from '#frontend/analysis/counts/read-amounts.ts';
import {
  listOtherSegments,
  testCandidate,
  type TestedCandidate,
} from '#frontend/analysis/finder/other-segments.ts';
import type { OtherSegments } from '#frontend/analysis/judge/widen-discoveries.ts';
import { measureSameAge, type AgedLeads } from '#frontend/analysis/judge/same-age.ts';
import { agedLeadsOf } from './aged-leads.ts';
import { amountsOf, convertedOf, foldsOf, type Converted } from './cached-counts.ts';
import { countedLeads } from './counted-leads.ts';
import { candidateColumns, candidatesOf } from './file-candidates.ts';
import { findLabelLimits } from './find-label-limits.ts';
import { codedColumn, type LoadedFile } from './loaded-file.ts';
import type { Asking } from './questions.ts';
import { yieldToMessages } from './yield-to-messages.ts';

/** The tests of the candidates of the leads that count, with the choices that they depend on. */
interface CachedTests {
  converted: Converted;
  amounts: LeadAmounts | null;
  aged: AgedLeads | null;
  tests: Promise<readonly TestedCandidate[]>;
}

// Other attributes and other names of their values need the same tests.
const lastTests = new WeakMap<LoadedFile, CachedTests>();

/**
 * The p-values of the segments of all columns that could have stood beside the attributes of a plan. It works in slices, between which
 * other questions are answered, and ends once the page has opened another file.
 */
export async function testOtherColumns(
  plan: Plan,
  { loaded }: Pick<Asking, 'loaded'>,
): Promise<OtherSegments> {
  const view = countedLeads(loaded(), plan);
  const tested = await testsOf(view, plan, async () => {
    await yieldToMessages();
    loaded();
  });
  const others = listOtherSegments(tested, new Set(plan.attributes.map(({ column }) => column)));
  const limits = await findLabelLimits(view, plan, loaded().table);
  const sameAge = testAttributes(view, plan);
  return { ...others, ...(limits && { limits }), ...(sameAge && { sameAge }) };
}

/** The statistic of each segment of the attributes among leads of the same age, in the order of a measurement; null without ages. */
function testAttributes(view: LoadedFile, plan: Plan): Float64Array | null {
  const { flags } = convertedOf(view, plan);
  const aged = agedLeadsOf(view, plan);
  if (!aged) return null;
  const folds = foldsOf(view, plan);
  return Float64Array.from(
    plan.attributes.flatMap(({ column }, field) => {
      const { names, codeOf } = folds[field]!.fold; // one per attribute
      const { codes } = codedColumn(view, column);
      return [...measureSameAge(aged, { codes, placeOf: codeOf, values: names.length, isConverted: flags })];
    }),
  );
}

function testsOf(
  view: LoadedFile,
  plan: Plan,
  onSlice: () => Promise<void>,
): Promise<readonly TestedCandidate[]> {
  const converted = convertedOf(view, plan);
  const amounts = amountsOf(view, plan, converted);
  const last = lastTests.get(view);
  const aged = agedLeadsOf(view, plan);
  if (last?.converted === converted && last.amounts === amounts && last.aged === aged) return last.tests;
  const outcomes = { isConverted: converted.flags, valued: amounts?.valued ?? null, aged };
  const tests = testColumns();
  lastTests.set(view, { converted, amounts, aged, tests });
  // The next question tries again.
  tests.catch(() => lastTests.delete(view));
  return tests;

  async function testColumns(): Promise<readonly TestedCandidate[]> {
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
}
