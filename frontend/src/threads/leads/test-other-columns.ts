import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { LeadAmounts } from '#frontend/analysis/counts/read-amounts.ts';
import type { TestedCandidate } from '#frontend/analysis/finder/other-segments.ts';
import type { OtherSegments } from '#frontend/analysis/judge/widen-discoveries.ts';
import type { AgedLeads } from '#frontend/analysis/judge/same-age.ts';
import { agedLeadsOf } from '#frontend/counting/aged-leads.ts';
import { amountsOf, convertedOf } from '#frontend/counting/cached-counts.ts';
import type { Converted } from '#frontend/counting/last-plan.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { candidateColumns, candidatesOf } from '#frontend/counting/file-candidates.ts';
import { findLabelLimits } from '#frontend/counting/find-label-limits.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';
import type { Asking } from './questions.ts';
import { listOthers, testCandidates } from '#frontend/counting/test-candidates.ts';

/** The tests of the candidates of the leads that count, with the choices that they depend on. */
interface CachedTests {
  converted: Converted;
  amounts: LeadAmounts | null;
  aged: AgedLeads | null;
  /** Amounts that nobody can read yet are null too, but their column is no other column. */
  columns: string;
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
  { loaded, yieldToQuestions }: Pick<Asking, 'loaded' | 'yieldToQuestions'>,
): Promise<OtherSegments> {
  const view = countedLeads(loaded(), plan);
  const tested = await testsOf(view, plan, yieldToQuestions);
  const whole = { table: loaded().table, onSlice: yieldToQuestions };
  const limits = await findLabelLimits(view, plan, whole);
  return { ...listOthers(view, plan, tested), ...(limits && { limits }) };
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
  const columns = candidateColumns(view, plan).join();
  const isSame =
    last?.converted === converted &&
    last.amounts === amounts &&
    last.aged === aged &&
    last.columns === columns;
  if (isSame) return last.tests;
  const tests = testCandidates(view, plan, { candidatesOf, onSlice });
  lastTests.set(view, { converted, amounts, aged, columns, tests });
  // The next question tries again.
  tests.catch(() => lastTests.delete(view));
  return tests;
}
