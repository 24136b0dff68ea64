import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import { fitSpreadPrior } from '#frontend/analysis/judge/expected-to-hold.ts';
import { measureLogRatios } from '#frontend/analysis/measure/spreads.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import {
  findFileColumns,
  type FileColumn,
  type FinderProgress,
  type FinderQuestion,
} from '#frontend/threads/leads/find-file-columns.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { hasRealFile, NEEDS_REAL_FILE, readRealLeads } from '#test/support/analysis-real-file.ts';
import { portPair, type FromThread } from '#test/support/port-pair.ts';
import { seedRandom } from '#test/support/random-leads.ts';
import { eventually } from '../../support/eventually.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

const HEADERS = [
  'Status',
  'Lead Source',
  'Device',
  'Employees',
  'Created',
  'Email',
  'Country',
  'Invoice',
  'Call Duration',
  'Deal',
  'Currency',
  'GCLID',
  'Source again',
];
const columnOf = (header: string) => HEADERS.indexOf(header);

/** Leads of which Fair and large companies convert more often; the other columns tell nothing, too much or come too late. */
function makeLeads(count: number): string[][] {
  const random = seedRandom(3);
  const pick = (...cells: string[]) => cells[Math.floor(cells.length * random())] ?? '';
  return Array.from({ length: count }, (_, lead) => {
    const source = pick('Fair', 'Ads', 'Ads', '');
    const employees = Math.floor(1000 * random());
    const isWon = random() < 0.1 + (source === 'Fair' ? 0.25 : 0) + (employees > 750 ? 0.25 : 0);
    const created = new Date(Date.UTC(2025, 0, 1) + lead * 6 * 3_600_000 + 540_000);
    return [
      isWon ? 'Won' : pick('Lost', 'Open'),
      source,
      pick('Mobile', 'Desktop', 'Tablet'),
      `${employees}`,
      created.toISOString().slice(0, 16).replace('T', ' '),
      `lead${lead}@example.com`,
      'Germany',
      isWon && random() < 0.9 ? 'Sent' : '',
      isWon && random() < 0.6 ? 'long' : pick('long', 'short'),
      isWon ? '100' : '',
      'EUR',
      random() < 0.5 ? `click${lead}` : '',
      source,
    ];
  });
}

const fileOf = (rows: readonly string[][]) =>
  new File([[HEADERS, ...rows].map((row) => `${row.join(',')}\n`).join('')], 'leads.csv');

const LEADS = makeLeads(2000);
const QUESTION: FinderQuestion = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  worth: { kind: 'column', column: columnOf('Deal') },
};

async function openThread(rows: readonly string[][] = LEADS, later?: Parameters<typeof portPair>[0]) {
  const [pageEnd, threadEnd] = portPair(later);
  const said: FromThread[] = [];
  serveThread({
    ...threadEnd,
    postMessage(message, transfer) {
      said.push(message as FromThread); // serve.ts posts nothing else
      threadEnd.postMessage(message, transfer);
    },
  });
  const thread = connectThread(pageEnd, vi.fn());
  await thread.ask('open', { file: fileOf(rows), options: {} }, quietly);
  return { thread, said };
}

const nameOf = ({ column, kind }: Pick<FileColumn, 'column' | 'kind'>) =>
  kind === 'values' ? (HEADERS[column] ?? '') : `${HEADERS[column]}: ${kind}`;

test('the columns that tell most come first, with what each of their values tells', async () => {
  const { thread } = await openThread();
  const found = await thread.ask('findColumns', QUESTION, quietly);
  const won = LEADS.filter(([status]) => status === 'Won').length;
  expect(found).toMatchObject({ total: { leads: 2000, conversions: won }, hasFewConversions: false });
  expect(found.columns.map((column) => [nameOf(column), column.suggestion])).toEqual([
    ['Employees: ranges', 1],
    ['Lead Source', 2],
    ...found.columns.slice(2).map((column) => [nameOf(column), null]),
  ]);
  expect(found.columns.slice(2).map(nameOf).sort()).toEqual(
    [
      'Call Duration',
      'Created: calendar-month',
      'Created: hour',
      'Created: weekday',
      'Device',
      'Invoice',
      'Source again',
    ].sort(),
  );
  // Those that know the outcome or may be known only later stand last.
  expect(found.columns.slice(-2).map(nameOf).sort()).toEqual(['Call Duration', 'Invoice']);
  expect(found.columns.find(({ column }) => column === columnOf('Invoice'))?.knows).not.toBeNull();
  expect(found.columns.find(({ column }) => column === columnOf('Call Duration'))).toMatchObject({
    isKnownLater: true,
    suggestion: null,
  });
  expect(found.unfit).toEqual([
    { column: columnOf('Email'), why: 'almost-unique' },
    { column: columnOf('Country'), why: 'constant' },
  ]);
});

test('how common each spread is follows from the columns that do not know the outcome', async () => {
  const { thread } = await openThread();
  const { columns, total } = await thread.ask('findColumns', QUESTION, quietly);
  const honest = columns.filter(({ column }) => column !== columnOf('Invoice'));
  expect(honest).toHaveLength(8);
  const { priors } = await thread.ask('testColumns', { ...QUESTION, attributes: [] });
  const expected = fitSpreadPrior(honest.map(({ counts }) => measureLogRatios(counts, total)));
  expect(expected[0]).not.toBeCloseTo(1 / 8, 3);
  for (const [at, weight] of expected.entries()) expect(priors.conversions[at]).toBeCloseTo(weight, 9);
  expect(priors.value).toHaveLength(expected.length);
});

test('the counts of a column are those of its values', async () => {
  const { thread } = await openThread();
  const { columns } = await thread.ask('findColumns', QUESTION, quietly);
  const source = columns.find(({ column }) => column === columnOf('Lead Source'));
  for (const [code, name] of (source?.names ?? []).entries()) {
    const leads = LEADS.filter((row) => (row[columnOf('Lead Source')] || '(Blank)') === name);
    const conversions = leads.filter(([status]) => status === 'Won').length;
    expect(source?.counts[code]).toEqual({ leads: leads.length, conversions });
  }
  expect([...(source?.names ?? [])].sort()).toEqual(['(Blank)', 'Ads', 'Fair']);
  const rates = (source?.counts ?? []).map(({ leads, conversions }) => conversions / leads);
  expect(source?.rates).toEqual({ low: Math.min(...rates), high: Math.max(...rates) });
});

test('only the leads that count are looked at, while numbers are cut at the quartiles of all', async () => {
  const { thread } = await openThread();
  const leads = { ...NO_DATES, leftOutStatuses: new Set(['Open']) };
  const found = await thread.ask('findColumns', { ...QUESTION, leads }, quietly);
  const counted = LEADS.filter(([status]) => status !== 'Open');
  expect(found.total.leads).toBe(counted.length);
  const sorted = LEADS.map((row) => Number(row[columnOf('Employees')])).sort((a, b) => a - b);
  // Type 7 of 2,000 numbers: a quarter of the way from the 500th to the 501st is 0.75 of it.
  const cut = sorted[499]! + 0.75 * (sorted[500]! - sorted[499]!);
  const low = counted.filter((row) => Number(row[columnOf('Employees')]) <= cut);
  const employees = found.columns.find(({ column }) => column === columnOf('Employees'));
  expect(employees?.counts[employees.names.indexOf('Q1 (Low)')]?.leads).toBe(low.length);
});

test('another converted status gives other columns, and an unknown one suggests nothing', async () => {
  const { thread } = await openThread();
  const of = async (status: string) =>
    (await thread.ask('findColumns', { ...QUESTION, qualified: new Set([status]) }, quietly)).columns.filter(
      ({ suggestion }) => suggestion !== null,
    );
  expect((await of('Won')).map(nameOf)).toEqual(['Employees: ranges', 'Lead Source']);
  expect(await of('Unheard of')).toEqual([]);
});

test('other questions are answered first, and a cancel ends the search in the thread', async () => {
  const { thread, said } = await openThread(LEADS, queueMicrotask);
  const controller = new AbortController();
  const progress: FinderProgress[] = [];
  let described: Promise<unknown> = Promise.resolve();
  const onProgress = (step: FinderProgress) => {
    const isNew = step.read !== progress.at(-1)?.read;
    progress.push(step);
    if (step.read === 2 && isNew) described = thread.ask('describeColumn', { column: 1 });
    if (step.read === 5) controller.abort();
  };
  await expect(
    thread.ask('findColumns', QUESTION, { onProgress, signal: controller.signal }),
  ).rejects.toThrow(/abort/i);
  expect(await described).toMatchObject({ index: 1 });
  await eventually(() => expect(said.map(({ kind }) => kind)).toContain('failed'));
  expect(new Set(progress.map(({ read }) => read))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  expect(progress[0]).toEqual({ read: 0, columns: HEADERS.length - 4 });
  // Answered in the slice in which it was asked, before the next one.
  const search = said.find(({ kind }) => kind === 'failed');
  const slices = said.filter(({ kind, id }) => kind === 'progress' && id === search?.id);
  const asked = slices[progress.findIndex(({ read }) => read === 2)]!;
  const next = slices[slices.indexOf(asked) + 1]!;
  const answered = said.findLastIndex(({ kind }) => kind === 'answer');
  expect(answered).toBeGreaterThan(said.indexOf(asked));
  expect(answered).toBeLessThan(said.indexOf(next));
});

describe('a search whose file is closed', () => {
  /** A search for which all code is there. The moment without questions lasts until the test lets it pass. */
  async function search(onFirst: (openAnother: () => void) => void) {
    const { thread } = await openThread(LEADS, queueMicrotask);
    await thread.ask('findColumns', QUESTION, quietly);
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let opened: Promise<unknown> = Promise.resolve();
    const openAnother = () => {
      opened = thread
        .ask('open', { file: fileOf(LEADS.slice(0, 100)), options: {} }, quietly)
        .then(() => thread.ask('describeColumn', { column: 1 }));
    };
    const onProgress = vi.fn().mockImplementationOnce(() => onFirst(openAnother));
    const found = thread.ask('findColumns', QUESTION, { ...quietly, onProgress });
    const ended = expect(found).rejects.toThrow('No file is open');
    return { openAnother, onProgress, ended, opened: () => opened };
  }

  test('does not begin while questions come', async () => {
    const { openAnother, onProgress, ended, opened } = await search(() => {});
    openAnother();
    await opened();
    await vi.advanceTimersByTimeAsync(1000);
    await ended;
    expect(onProgress).not.toHaveBeenCalled();
  });

  test('ends where it has come to', async () => {
    const { onProgress, ended, opened } = await search((openAnother) => openAnother());
    await vi.advanceTimersByTimeAsync(1000);
    await eventually(() => expect(onProgress).toHaveBeenCalled());
    await opened();
    await vi.advanceTimersByTimeAsync(1000);
    await ended;
    expect(onProgress).toHaveBeenCalledTimes(1);
  });
});

/** Runs the search on a file that is opened without the thread around it. */
async function searchIn(
  bytes: Uint8Array<ArrayBuffer>,
  askFor: (headers: readonly string[]) => FinderQuestion,
) {
  const read = await readCsv(bytes, {}, () => {});
  if (!read.ok) throw new Error(read.error.reason);
  const file = createLoadedFile(read.value.table, 2026);
  const [report, pause] = [vi.fn(async () => {}), vi.fn(async () => {})];
  const found = await findFileColumns(askFor(file.table.headers), {
    id: 1,
    known: [],
    loaded: () => file,
    setLoaded: () => {},
    page: { isVisible: true },
    tell: () => {},
    signal: new AbortController().signal,
    report,
    pause,
    yieldToQuestions: pause,
  });
  return { file, report, pause, found };
}

test('each slice waits for a quiet moment, and a column that nobody has chosen is not kept as texts', async () => {
  const bytes = new Uint8Array(await fileOf(LEADS).arrayBuffer());
  const { file, report, pause } = await searchIn(bytes, () => QUESTION);
  expect(pause).toHaveBeenCalledTimes(report.mock.calls.length);
  expect([...file.coded.keys()]).toEqual([0]);
  expect(report).toHaveBeenCalledWith({ read: 9, columns: 9 });
});

describe.skipIf(!hasRealFile)('in the real file', { meta: { needs: NEEDS_REAL_FILE } }, () => {
  test('columns are suggested that were known before, and those that know the outcome are marked', async () => {
    const { file, found } = await searchIn(new Uint8Array(readRealLeads()), (headers) => ({
      statusColumn: headers.indexOf('Converted'),
      qualified: new Set(['1']),
    }));
    const headersOf = (columns: readonly FileColumn[]) =>
      columns.map(({ column }) => file.table.headers[column] ?? '');
    expect(headersOf(found.columns.filter(({ suggestion }) => suggestion !== null))).toEqual([
      'What is your current occupation',
      'Lead Source',
      'Do Not Email',
    ]);
    expect(headersOf(found.columns.filter(({ knows }) => knows !== null))).toEqual(['Tags', 'Lead Quality']);
    expect(headersOf(found.columns.filter(({ isKnownLater }) => isKnownLater))).toEqual(
      expect.arrayContaining(['Last Notable Activity', 'Lead Profile', 'Asymmetrique Profile Index']),
    );
    expect(found.unfit.filter(({ why }) => why === 'almost-unique')).toHaveLength(2);
  });
});
