import { afterEach, expect, test, vi } from 'vitest';
import { type Range } from '#frontend/analysis/counts/binning.ts';
import { presetRanges } from '#frontend/analysis/counts/range-presets.ts';
import { bestSplit, countPerNumber } from '#frontend/analysis/measure/best-split.ts';
import { startCheck } from '#frontend/analysis/check/check-unseen.ts';
import { learnRules } from '#frontend/analysis/check/learn-rules.ts';
import { NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { connectThread, createLeadThread } from '#frontend/threads/leads/client.ts';
import type { CheckProgress } from '#frontend/threads/leads/check-plan.ts';
import { LATE_ANSWERS } from '#frontend/threads/leads/late-answers.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { seedRandom } from '#test/support/random-leads.ts';
import { portPair, type FromThread } from '#test/support/port-pair.ts';
import { eventually } from '../../support/eventually.ts';

afterEach(() => vi.unstubAllGlobals());

/** 1,500 leads of three sources and two devices; Search converts best. */
const ROWS = Array.from({ length: 1500 }, (_, lead) => {
  const source = lead % 3 === 0 ? 'Search' : lead % 3 === 1 ? 'Ads' : '';
  const isWon = lead % 7 < (source === 'Search' ? 4 : 1);
  return `${isWon ? 'Won' : 'Lost'},${source},${lead % 2 ? 'Mobile' : 'Desktop'}\n`;
});
const PLAN = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: [
    { column: 1, field: 'Source', ranges: null, mapping: new Map([['Ads', 'Paid']]) },
    { column: 2, field: 'Device', ranges: null, mapping: new Map() },
  ],
};
const QUESTION = { plan: PLAN, settings: { conversionValue: 100, thresholdPercent: 10 }, seed: 7 };

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

function leadsFile(rows: readonly string[]): File {
  return new File([`Status,Source,Device\n${rows.join('')}`], 'leads.csv');
}

async function openThread(rows: readonly string[]) {
  stubBrowserThread();
  const thread = createLeadThread();
  const opened = await thread.ask('open', { file: leadsFile(rows), options: {} }, quietly);
  expect(opened.ok).toBe(true);
  return thread;
}

test('the thread checks the rules of a plan and reports each repeat', async () => {
  const thread = await openThread(ROWS);
  const progress: CheckProgress[] = [];
  const answer = await thread.ask('checkUnseen', QUESTION, {
    ...quietly,
    onProgress: (step) => progress.push(step),
  });
  // The search for families tells nothing new.
  const told = [...new Set(progress.map((step) => JSON.stringify(step)))];
  expect(told).toEqual(Array.from({ length: 20 }, (_, done) => JSON.stringify({ done, repeats: 20 })));
  const learn = (learning: Parameters<typeof learnRules>[0]) => learnRules(learning, 10);
  const expected = startCheck(await thread.ask('tally', PLAN), { seed: 7, learn });
  for (let repeat = 0; repeat < 20; repeat++) expected.repeat();
  expect(answer).toEqual(expected.finish());
  const settings = { conversionValue: 100, thresholdPercent: NaN }; // becomes 10
  expect(await thread.ask('checkUnseen', { ...QUESTION, settings }, quietly)).toEqual(answer);
  expect(answer).toMatchObject({ kind: 'checked', seed: 7, leads: 450 });
  thread.close();
});

test('a check gives way to other questions, and a cancel ends it in the thread', async () => {
  const [pageEnd, threadEnd] = portPair(queueMicrotask);
  const said: FromThread[] = [];
  serveThread({
    ...threadEnd,
    postMessage(message, transfer) {
      said.push(message as FromThread); // serve.ts posts nothing else
      threadEnd.postMessage(message, transfer);
    },
  });
  const thread = connectThread(pageEnd, vi.fn());
  await thread.ask('open', { file: leadsFile(ROWS), options: {} }, quietly);
  const controller = new AbortController();
  let described: Promise<unknown> = Promise.resolve();
  const onProgress = ({ done }: CheckProgress) => {
    if (done === 0) described = thread.ask('describeColumn', { column: 1 });
    if (done === 3) controller.abort();
  };
  await expect(
    thread.ask('checkUnseen', QUESTION, { onProgress, signal: controller.signal }),
  ).rejects.toThrow(/abort/i);
  expect(await described).toMatchObject({ values: ['Search', 'Ads', ''] });
  await eventually(() => expect(said.map(({ kind }) => kind)).toContain('failed'));
  const failed = said.find(({ kind }) => kind === 'failed');
  const checking = said.filter(({ id }) => id === failed?.id);
  expect(checking.length).toBeLessThan(10);
  // The other question was answered in between.
  expect(said.findIndex(({ kind, id }) => kind === 'answer' && id > (checking[0]?.id ?? NaN))).toBeLessThan(
    said.indexOf(checking[3]!), // it was reported
  );
  expect((await thread.ask('measure', PLAN)).totalLeads).toBe(1500);
});

test('a check waits for a quiet moment before it begins, and before it tells of each repeat', async () => {
  const table = new TextTable(
    ['Status', 'Source', 'Device'],
    ROWS.map((row) => row.trim().split(',')),
  );
  const loaded = createLoadedFile(table, 2026);
  const said: (string | number)[] = [];
  const asking = {
    loaded: () => loaded,
    pause: async () => void said.push('pause'),
    report: async ({ done }: CheckProgress) => void said.push(done),
  } as unknown as Parameters<typeof LATE_ANSWERS.checkUnseen>[1];
  expect((await LATE_ANSWERS.checkUnseen(QUESTION, asking)).kind).toBe('checked');
  const repeats = Array.from({ length: 20 }, (_, done) => ['pause', done]).flat();
  expect(said.slice(-repeats.length)).toEqual(repeats);
  // The families are searched in slices too, before the first repeat.
  const search = said.slice(1, -repeats.length);
  expect(said[0]).toBe('pause');
  expect(search).toEqual(search.map((_, at) => (at % 2 === 0 ? 'pause' : 0)));
});

test('ranges that were chosen by the outcome are chosen anew in each repeat, those of a preset stay', async () => {
  // 3,000 leads with scores from 0 to 99; from 50 on three times as many convert.
  const rows = Array.from({ length: 3000 }, (_, lead) => {
    const score = (lead * 37) % 100;
    const isWon = lead % 13 < (score < 50 ? 2 : 6);
    return `${isWon ? 'Won' : 'Lost'},${score},${lead % 2 ? 'Mobile' : 'Desktop'}\n`;
  });
  const thread = await openThread(rows);
  const { values, numeric } = await thread.ask('describeColumn', { column: 1 });
  if (!numeric) throw new Error('no numbers');
  const converted = await thread.ask('countConversions', { ...PLAN, column: 1 });
  const best = bestSplit(numeric, countPerNumber(values, converted, { values: numeric.values }));
  expect(best).toHaveLength(2);
  const checkWith = (ranges: readonly Range[] | null) => {
    const plan = { ...PLAN, attributes: [{ column: 1, field: 'Score', ranges, mapping: new Map() }] };
    return thread.ask('checkUnseen', { ...QUESTION, plan }, quietly);
  };
  const check = await checkWith(best);
  expect(check).toMatchObject({ chosenAnew: ['Score'] });
  expect(await checkWith(best)).toEqual(check);
  const quartiles = presetRanges('quartiles', numeric).ranges;
  expect(await checkWith(quartiles)).toMatchObject({ chosenAnew: [] });
  thread.close();
});

test('rows of one customer stand on one side of each split, and the answer says how many there are', async () => {
  // Each customer has 1 to 4 rows, which mostly end alike.
  const random = seedRandom(8);
  const rows: string[] = [];
  for (let customer = 0; customer < 700; customer++) {
    const source = Math.floor(40 * random());
    const isWon = random() < 0.4;
    for (let row = 0; row <= customer % 4; row++)
      rows.push(`${random() < 0.9 === isWon ? 'Won' : 'Lost'},${source},${customer % 60},K${customer}\n`);
  }
  const check = async (header: string) => {
    const thread = createLeadThread();
    const file = new File([`Status,Source,City,${header}\n${rows.join('')}`], 'leads.csv');
    expect((await thread.ask('open', { file, options: {} }, quietly)).ok).toBe(true);
    const plan = {
      ...PLAN,
      attributes: [
        { column: 1, field: 'Source', ranges: null, mapping: new Map() },
        { column: 2, field: 'City', ranges: null, mapping: new Map() },
      ],
    };
    const answer = await thread.ask('checkUnseen', { ...QUESTION, plan }, quietly);
    thread.close();
    if (answer.kind !== 'checked') throw new Error(answer.kind);
    return answer;
  };
  stubBrowserThread();
  const single = await check('Note');
  const related = await check('Customer ID');
  expect(single.families).toBeNull();
  expect(related.families).toEqual({ least: 2, most: 4 });
  expect(related.leads).toBe(single.leads);
  // Values that were learned from the same customers are less off than they are on others.
  expect(related.methods.best.calibrationError).toBeGreaterThan(1.3 * single.methods.best.calibrationError);
  expect(await check('Customer ID')).toEqual(related);
});

test('a file with few conversions is told apart at once', async () => {
  const thread = await openThread(ROWS.slice(0, 300));
  const onProgress = vi.fn();
  const answer = await thread.ask('checkUnseen', QUESTION, { ...quietly, onProgress });
  expect(answer).toMatchObject({ kind: 'too-few-conversions', needed: 200 });
  expect(onProgress).not.toHaveBeenCalled();
  thread.close();
});

test('the latest leads are checked once, with rules of the older ones', async () => {
  stubBrowserThread();
  const thread = createLeadThread();
  // The newest stand first. Ads convert from day 1050 on only; each tenth lead has no date.
  const rows = Array.from({ length: 2000 }, (_, lead) => {
    const day = new Date(Date.UTC(2020, 0, 1) + (2000 - lead) * 86_400_000).toISOString().slice(0, 10);
    const isAds = lead % 2 === 0;
    const isWon = isAds ? lead < 950 && lead % 3 > 0 : lead % 5 === 0;
    return `${isWon ? 'Won' : 'Lost'},${isAds ? 'Ads' : 'Search'},${lead % 10 === 9 ? '' : day}\n`;
  });
  const file = new File([`Status,Source,Day\n${rows.join('')}`], 'leads.csv');
  expect((await thread.ask('open', { file, options: {} }, quietly)).ok).toBe(true);
  const leads = { leftOutStatuses: new Set<string>(), ...NO_DATES, dateColumn: 2 };
  const plan = {
    statusColumn: 0,
    qualified: new Set(['Won']),
    attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map<string, string>() }],
    leads,
  };
  const progress: CheckProgress[] = [];
  const hooks = { ...quietly, onProgress: (step: CheckProgress) => progress.push(step) };
  const answer = await thread.ask('checkUnseen', { ...QUESTION, plan, part: 'latest' }, hooks);
  if (answer.kind !== 'checked') throw new Error(answer.kind);
  expect(progress).toEqual([{ done: 0, repeats: 1 }]);
  // 1,800 leads have a date; the latest 540 of them are those of the first 600 rows.
  const latest = rows.slice(0, 600).filter((row) => !row.endsWith(',\n'));
  const won = latest.filter((row) => row.startsWith('Won')).length;
  expect(answer).toMatchObject({ part: 'latest', repeats: 1, leads: 540, actual: won });
  // Ads look better later than the older leads say: actual conversions are above the band of chance.
  expect(answer.methods.balanced.bias).toBeLessThan(0);
  const { predicted, bias, band, isChance } = answer.methods.balanced;
  expect(predicted / won - 1).toBeCloseTo(bias, 12);
  const chance = Math.sqrt(predicted * (1 - predicted / 540)) / won;
  expect((band.high - band.low) / 2).toBeCloseTo(1.959964 * chance, 6);
  expect(isChance).toBe(false);
  thread.close();
});
