import { judge, type Settings } from '#frontend/analysis/judge/analyse.ts';
import type { AttributePlan, Plan } from '#frontend/analysis/counts/mapping.ts';
import { calculateLeadValue } from '#frontend/analysis/judge/lead-values.ts';
import type { LeadThread } from '#frontend/threads/leads/client.ts';
import type { CountJob } from '../files/shapes.ts';
import { settle } from './settle.ts';
import { openFile, planOf, startShippedThread } from './shipped-counter.ts';

const SETTINGS: Settings = { conversionValue: 100, thresholdPercent: 10 };
const CHANGES = 20;
/** A browser's clock ticks by a tenth of a millisecond or less: what is quicker is timed in batches. */
const BATCH = 50;

/** Milliseconds per change. */
export interface ChangeTimes {
  settings: number[];
  mapping: number[];
  status: number[];
  range: number[];
  calculator: number[];
  plans: number[];
}

export interface ChangeRequest {
  script: string;
  job: CountJob;
  settleMs: number;
  /** A numeric column, for the change of a range. */
  numericColumn: string;
}

/**
 * Counts the file once, then changes one choice after another, each to what it never was before. A change of mapping,
 * status or range goes to the thread and back and through every stage to the results; settings are judged on the page.
 */
export async function changeChoices(file: File, request: ChangeRequest): Promise<ChangeTimes> {
  const thread = await startShippedThread(request.script);
  await settle(request.settleMs);
  const headers = await openFile(thread, file);
  const plan = planOf(headers, request.job);
  const [first, ...others] = plan.attributes;
  if (!first) throw new Error('There is no attribute');
  const withFirst = (change: Partial<AttributePlan>): Plan => ({
    ...plan,
    attributes: [{ ...first, ...change }, ...others],
  });
  const range = { column: headers.indexOf(request.numericColumn), field: request.numericColumn };
  const measurement = await thread.ask('measure', plan);
  const value = measurement.fields[0]?.values[0] ?? '';
  const analysis = judge(measurement, SETTINGS);
  const values = analysis.fields.map((field) => field.values[0] ?? '');

  const times: ChangeTimes = {
    settings: timeBatches((change) =>
      judge(measurement, { conversionValue: 100 + change, thresholdPercent: change % 100 }),
    ),
    mapping: await timeCounts(thread, (change) =>
      withFirst({ mapping: new Map([[value, `Other ${change}`]]) }),
    ),
    status: await timeCounts(thread, (change) => ({
      ...plan,
      qualified: new Set([...plan.qualified, `New ${change}`]),
    })),
    range: await timeCounts(thread, (change) => withFirst({ ...range, ranges: twoRanges(change + 1) })),
    calculator: timeBatches(() => calculateLeadValue(analysis, values)),
    plans: await timePlans(thread, plan),
  };
  thread.close();
  return times;
}

function twoRanges(cut: number): AttributePlan['ranges'] {
  return [
    { min: 0, max: cut, label: 'Low' },
    { min: cut, max: null, label: 'High' },
  ];
}

function timeCounts(thread: LeadThread, planOfChange: (change: number) => Plan): Promise<number[]> {
  return timeQuestions(async (change) => judge(await thread.ask('measure', planOfChange(change)), SETTINGS));
}

/** The plans of all ad platforms with what their rules do to the leads of the file, each time for other rules. */
function timePlans(thread: LeadThread, plan: Plan): Promise<number[]> {
  const kinds = (['location', 'audience', 'placement'] as const).slice(0, plan.attributes.length);
  return timeQuestions((change) =>
    thread.ask('planPlatforms', {
      plan,
      basis: 'value',
      thresholdPercent: change,
      choices: {
        kinds,
        includesTests: true,
        isSpecialOffer: false,
      },
    }),
  );
}

/** The first question of a kind is not timed: it codes columns, or fits figures, that nobody has asked for. */
async function timeQuestions(ask: (change: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let change = 0; change <= CHANGES; change++) {
    const before = performance.now();
    await ask(change);
    times.push(performance.now() - before);
  }
  return times.slice(1);
}

function timeBatches(work: (change: number) => unknown): number[] {
  return Array.from({ length: CHANGES }, (_, batch) => {
    const before = performance.now();
    for (let change = 0; change < BATCH; change++) work(batch * BATCH + change);
    return (performance.now() - before) / BATCH;
  });
}
