import { describe, expect, test, vi } from 'vitest';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import { type AttributePlan, NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { COLUMN_ANSWERS } from '#frontend/threads/leads/column-answers.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { hasRealFile, NEEDS_REAL_FILE, readRealLeads } from '#test/support/analysis-real-file.ts';
import { portPair } from '#test/support/port-pair.ts';
import { eventually } from '../../support/eventually.ts';

const CSV = `Lead Status,Source,Visits
Qualified,Google,1
Lost,google,2
Qualified,,3
,Google,x
`;

function startThread() {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  return connectThread(pageEnd, vi.fn());
}

function csvFile(text: string, name = 'leads.csv'): File {
  return new File([text], name);
}

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

async function openGood(thread: ReturnType<typeof startThread>, text = CSV) {
  const result = await thread.ask('open', { file: csvFile(text), options: {} }, quietly);
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

describe('opening a file', () => {
  test('answers with headers, samples, blanks and the guessed status column, not with rows', async () => {
    const opened = await openGood(startThread());
    expect(opened).toMatchObject({
      fileName: 'leads.csv',
      sizeBytes: CSV.length,
      rowCount: 4,
      headers: ['Lead Status', 'Source', 'Visits'],
      guessedStatusColumn: 0,
    });
    expect(opened.columns[1]).toEqual({
      index: 1,
      header: 'Source',
      samples: ['Google', 'google'],
      hasBlanks: true,
      hasIds: false,
      isNumeric: false,
    });
  });

  test('answers with the first three distinct values of a column', async () => {
    const { columns } = await openGood(startThread(), 'Status,Source\nWon,a\nWon,b\nLost,a\nLost,c\nWon,d\n');
    expect(columns[1]?.samples).toEqual(['a', 'b', 'c']);
  });

  test('tells columns of ids by their first rows', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `L-${index},Google\n`);
    const { columns } = await openGood(startThread(), `Lead ID,Source\n${rows.join('')}`);
    expect(columns.map(({ hasIds }) => hasIds)).toEqual([true, false]);
  });

  test('tells columns of numbers by their first filled cells', async () => {
    const csv = 'Status,Revenue,Note\nWon,"1.234,50 €",x\nLost,,12\nWon,"900 €",y\nLost,,z\n';
    const { columns } = await openGood(startThread(), csv.replaceAll('€', 'EUR'));
    expect(columns.map(({ isNumeric }) => isNumeric)).toEqual([false, true, false]);
  });

  test('judges numbers by the first 1,000 cells and dates by 100 distinct ones, of which 80% are enough', async () => {
    const kindsOf = async (texts: number) => {
      // First `texts` texts, then numbers or dates up to the hundredth cell, then one more text.
      const rows = Array.from({ length: 101 }, (_, lead) => {
        const isText = lead < texts || lead === 100;
        const day = new Date(Date.UTC(2026, 0, 1 + lead)).toISOString().slice(0, 10);
        return isText ? `x${lead},y${lead},Won` : `${lead},${day},Lost`;
      });
      const { columns, dateColumns } = await openGood(
        startThread(),
        `Visits,Created,Status\n${rows.join('\n')}`,
      );
      return { isNumeric: columns[0]?.isNumeric, dateColumns };
    };
    // 81 of all 101 cells; 80 of the first 100; 80 of all 101, and 79 of the first 100, are under 80%.
    expect(await kindsOf(19)).toEqual({ isNumeric: true, dateColumns: [1] });
    expect(await kindsOf(20)).toEqual({ isNumeric: false, dateColumns: [1] });
    expect(await kindsOf(21)).toEqual({ isNumeric: false, dateColumns: [] });
  });

  test('guesses the status column by the values of all rows', async () => {
    const guessOf = async (statuses: readonly string[]) => {
      const rows = statuses.map((status) => `Ann,${status}\nBob,${status}\n,\n`);
      const opened = await openGood(startThread(), `Lead Owner,Stage\n${rows.join('')}`);
      return opened.headers[opened.guessedStatusColumn ?? -1];
    };
    const others = Array.from({ length: 20 }, (_, index) => `step ${index}`);
    expect(await guessOf([...others.slice(0, 19), 'Won'])).toBe('Stage');
    expect(await guessOf([...others, 'Won'])).toBe('Lead Owner');
    expect(await guessOf(['Won'])).toBe('Lead Owner');
    expect(await guessOf([...Array<string>(30_000).fill('a'), 'Won'])).toBe('Stage');
  });

  test.skipIf(!hasRealFile)(
    'guesses Converted in the real file',
    { meta: { needs: NEEDS_REAL_FILE } },
    async () => {
      const file = new File([new Uint8Array(readRealLeads())], 'x-education-leads.csv');
      const opened = await startThread().ask('open', { file, options: {} }, quietly);
      if (!opened.ok) throw new Error(opened.error.reason);
      expect(opened.value.headers[opened.value.guessedStatusColumn ?? -1]).toBe('Converted');
    },
  );

  test('reports a problem as a value and keeps the file opened before', async () => {
    const thread = startThread();
    await openGood(thread);
    expect(await thread.ask('open', { file: csvFile('Status,Source\n'), options: {} }, quietly)).toEqual({
      ok: false,
      error: { reason: 'too-few-rows' },
    });
    expect((await thread.ask('describeColumn', { column: 1 })).values).toEqual(['Google', 'google', '']);
  });

  test.each([
    ['with', WebAssembly],
    ['without', undefined],
  ])('a file that cannot be read is unreadable, %s WebAssembly', async (_, wasm) => {
    vi.stubGlobal('WebAssembly', wasm);
    const file = csvFile(CSV);
    const isGone = new DOMException('gone', 'NotReadableError');
    file.stream = () => new ReadableStream({ type: 'bytes', start: (pieces) => pieces.error(isGone) });
    expect(await startThread().ask('open', { file, options: {} }, quietly)).toEqual({
      ok: false,
      error: { reason: 'unreadable' },
    });
    vi.unstubAllGlobals();
  });

  test('shows progress and can be cancelled, which keeps the file opened before', async () => {
    const thread = startThread();
    await openGood(thread);
    const big = 'Status,Source\n' + 'Qualified,somewhere\n'.repeat(250_000);
    const controller = new AbortController();
    const onProgress = vi.fn(() => controller.abort());
    await expect(
      thread.ask('open', { file: csvFile(big), options: {} }, { onProgress, signal: controller.signal }),
    ).rejects.toThrow(/abort/i);
    expect(onProgress).toHaveBeenCalledTimes(1);
    expect((await thread.ask('describeColumn', { column: 1 })).values).toEqual(['Google', 'google', '']);
  });

  test('a cancel after the answer tells the thread nothing, and the file stays open', async () => {
    const [pageEnd, threadEnd] = portPair();
    serveThread(threadEnd);
    const postMessage = vi.fn<typeof pageEnd.postMessage>(pageEnd.postMessage);
    const thread = connectThread({ ...pageEnd, postMessage }, vi.fn());
    const controller = new AbortController();
    const hooks = { ...quietly, signal: controller.signal };
    expect((await thread.ask('open', { file: csvFile(CSV), options: {} }, hooks)).ok).toBe(true);
    controller.abort();
    expect(postMessage).toHaveBeenCalledTimes(1);
    expect((await thread.ask('describeColumn', { column: 1 })).values).toEqual(['Google', 'google', '']);
  });

  test('an already aborted question is never asked', async () => {
    const signal = AbortSignal.abort();
    await expect(
      startThread().ask('open', { file: csvFile(CSV), options: {} }, { ...quietly, signal }),
    ).rejects.toThrow(/abort/i);
  });
});

test('conversions come per raw value of a column, blank statuses by their name', async () => {
  const thread = startThread();
  await openGood(thread, 'Status,Visits\nWon,1\nLost,1\nWon,2\n,2\nWon,\nLost,x\n');
  const ask = { column: 1, statusColumn: 0 };
  // Values in order: 1, 2, blank, x.
  expect([...(await thread.ask('countConversions', { ...ask, qualified: new Set(['Won']) }))]).toEqual([
    1, 1, 1, 0,
  ]);
  const blank = await thread.ask('countConversions', { ...ask, qualified: new Set(['Won', '(Blank)']) });
  expect([...blank]).toEqual([1, 2, 1, 0]);
});

test('a column comes with leads per raw value and its numbers', async () => {
  const thread = startThread();
  await openGood(thread, 'Status,Visits\na,1\nb,2\nc,2\nd,3\ne,\nf,x\n');
  const detail = await thread.ask('describeColumn', { column: 1 });
  expect(detail.values).toEqual(['1', '2', '3', '', 'x']);
  expect([...detail.leads]).toEqual([1, 2, 1, 1, 1]);
  expect(detail.numeric).toMatchObject({ min: 1, max: 3 });
  expect(detail).toMatchObject({ index: 1, dates: [], year: new Date().getFullYear() });
});

test('questions about dates wait until nothing has been asked for 30 ms', async () => {
  const [pageEnd, threadEnd] = portPair(setImmediate);
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  await openGood(thread, 'Status,Day\nWon,2026-03-01\nLost,2026-03-05\n');
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  try {
    const answered = vi.fn();
    const leads = { ...NO_DATES, leftOutStatuses: new Set<string>(), dateColumn: 1 };
    void thread.ask('describeDates', 1).then(([summary]) => answered(summary?.leads));
    void thread
      .ask('countAges', { statusColumn: 0, qualified: new Set(['Won']), leads })
      .then((ages) => answered([...ages.leads]));
    await thread.ask('describeColumn', { column: 0 });
    vi.advanceTimersByTime(20);
    await thread.ask('describeColumn', { column: 1 });
    await vi.advanceTimersByTimeAsync(29);
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await eventually(() => expect(answered.mock.calls).toEqual([[2], [[1, 0, 0, 0, 1]]]));
  } finally {
    vi.useRealTimers();
  }
});

test('questions about dates wait for an answer in slices that the visitor waits for', async () => {
  const [pageEnd, threadEnd] = portPair(setImmediate);
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  await openGood(thread, 'Status,Day\nWon,2026-03-01\nLost,2026-03-05\n');
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  const answered: string[] = [];
  const note = (name: string) => () => answered.push(name);
  vi.spyOn(COLUMN_ANSWERS, 'testColumns').mockImplementation(async (_plan, { yieldToQuestions }) => {
    const dates = thread.ask('describeDates', 1).then(note('dates'));
    for (let slice = 0; slice < 5; slice++) {
      await yieldToQuestions();
      await vi.advanceTimersByTimeAsync(29);
      await new Promise((resolve) => setImmediate(resolve));
    }
    note('tests')();
    await vi.advanceTimersByTimeAsync(1);
    await dates;
    throw new Error('No tests');
  });
  try {
    const plan = { statusColumn: 0, qualified: new Set(['Won']), attributes: [] };
    await expect(thread.ask('testColumns', plan)).rejects.toThrow('No tests');
    expect(answered).toEqual(['tests', 'dates']);
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});

test('a search that is cancelled while it waits ends without another slice', async () => {
  const [pageEnd, threadEnd] = portPair(setImmediate);
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  await openGood(thread);
  const sent: unknown[] = [];
  pageEnd.addEventListener('message', ({ data }) => void sent.push(data.kind));
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  try {
    const cancelling = new AbortController();
    const asked = { statusColumn: 0, qualified: new Set(['Qualified']) };
    const found = thread.ask('findColumns', asked, { ...quietly, signal: cancelling.signal });
    const cancelled = expect(found).rejects.toThrow('cancelled');
    await thread.ask('describeColumn', { column: 0 });
    cancelling.abort(new Error('cancelled'));
    await cancelled;
    await vi.advanceTimersByTimeAsync(30);
    await eventually(() => expect(sent).toEqual(['answer', 'failed']));
  } finally {
    vi.useRealTimers();
  }
});

describe('a column of numbers with a decimal comma', () => {
  const open = async () => {
    const thread = startThread();
    await openGood(
      thread,
      'Status;Umsatz\nWon;"1.200,00 €"\nWon;"980,50 €"\nLost;"1.500,00 €"\nLost;k. A.\nLost;12,5\n',
    );
    return thread;
  };
  const ranges = [
    { min: 0, max: 1000, label: 'low' },
    { min: 1000.01, max: null, label: 'high' },
  ];
  const planWith = (attribute: Partial<AttributePlan>) => ({
    statusColumn: 0,
    qualified: new Set(['Won']),
    attributes: [{ column: 1, field: 'Umsatz', ranges, mapping: new Map(), ...attribute }],
  });

  test('is described in its own way of writing, or in the chosen one', async () => {
    const thread = await open();
    const detail = await thread.ask('describeColumn', { column: 1 });
    expect(detail).toMatchObject({ numberFormat: 'decimal-comma', isThousandsAmbiguous: false });
    expect(detail.numeric?.values).toEqual(Float64Array.of(12.5, 980.5, 1200, 1500));
    expect(await thread.ask('describeColumn', { column: 1, numberFormat: 'comma-grouped' })).toMatchObject({
      numberFormat: 'comma-grouped',
      numeric: null,
    });
  });

  test('falls into its ranges, in the way that was found or chosen', async () => {
    const thread = await open();
    const leadsByName = async (attribute: Partial<AttributePlan>) => {
      const { fields, leads, codes } = await thread.ask('tally', planWith(attribute));
      return Object.fromEntries([...(codes[0] ?? [])].map((code, i) => [fields[0]?.values[code], leads[i]]));
    };
    expect(await leadsByName({})).toEqual({ low: 2, high: 2, 'k. A.': 1 });
    // A look at another way is no choice.
    await thread.ask('describeColumn', { column: 1, numberFormat: 'comma-grouped' });
    expect(await leadsByName({})).toEqual({ low: 2, high: 2, 'k. A.': 1 });
    // As other numbers the cells are text.
    expect(Object.keys(await leadsByName({ numberFormat: 'comma-grouped' }))).toContain('980,50 €');
    expect(await leadsByName({ numberFormat: 'decimal-comma' })).toEqual({ low: 2, high: 2, 'k. A.': 1 });
  });

  test('is measured anew after another way was chosen', async () => {
    const thread = await open();
    const names = async (attribute: Partial<AttributePlan>) =>
      (await thread.ask('measure', planWith(attribute))).fields[0]?.values;
    expect(await names({})).toEqual(['high', 'k. A.', 'low']);
    expect(await names({ numberFormat: 'plain' })).toContain('12,5');
    expect(await names({})).toEqual(['high', 'k. A.', 'low']);
  });
});

test('day first and month first give each their own values, one after the other', async () => {
  const thread = startThread();
  await openGood(thread, 'Status,Day\nWon,03/04/2026\nLost,05/04/2026\n');
  const months = async (format: 'day-first' | 'month-first') => {
    const dates = { preset: 'month', format } as const;
    const attributes = [{ column: 1, field: 'Day', ranges: null, mapping: new Map(), dates }];
    const plan = { statusColumn: 0, qualified: new Set(['Won']), attributes };
    return (await thread.ask('measure', plan)).fields[0]?.values;
  };
  expect(await months('day-first')).toEqual(['2026-04']);
  expect(await months('month-first')).toEqual(['2026-03', '2026-05']);
  expect(await months('day-first')).toEqual(['2026-04']);
});

test('dates of Excel are found by the header, and years of two digits in the year of reading', async () => {
  const thread = startThread();
  const ahead = String((new Date().getFullYear() + 11) % 100).padStart(2, '0');
  await openGood(
    thread,
    `Status,Close Date,Budget,Born\nWon,45000,45000,1.2.${ahead}\nLost,45031,45031,1.2.${ahead}\n`,
  );
  const waysOf = async (column: number) =>
    (await thread.ask('describeDates', column)).map(({ format }) => format);
  expect(await waysOf(1)).toEqual(['excel-serial']);
  expect(await waysOf(2)).toEqual([]);
  const [born] = await thread.ask('describeDates', 3);
  expect(new Date(born?.latest ?? NaN).getUTCFullYear()).toBe(new Date().getFullYear() - 89);
});

test('a column whose points may separate thousands says so', async () => {
  const thread = startThread();
  await openGood(thread, 'Status,Deal\nWon,1.200\nLost,3.500\n');
  expect(await thread.ask('describeColumn', { column: 1 })).toMatchObject({
    numberFormat: 'plain',
    isThousandsAmbiguous: true,
  });
});

test('a tally folds by mapping and counts conversions, as often as asked', async () => {
  const thread = startThread();
  await openGood(thread);
  const plan = (mapping: ReadonlyMap<string, string>) => ({
    statusColumn: 0,
    qualified: new Set(['Qualified']),
    attributes: [{ column: 1, field: 'Source', ranges: null, mapping }],
  });
  const leadsByValue = async (mapping: ReadonlyMap<string, string>) => {
    const tally = await thread.ask('tally', plan(mapping));
    const names = tally.fields[0]?.values ?? [];
    return Object.fromEntries(
      [...(tally.codes[0] ?? [])].map((code, i) => [names[code], [tally.leads[i], tally.conversions[i]]]),
    );
  };
  const separate = { Google: [2, 1], google: [1, 0], '(Blank)': [1, 1] };
  expect(await leadsByValue(new Map())).toEqual(separate);
  expect(await leadsByValue(new Map([['google', 'Google']]))).toEqual({ Google: [3, 1], '(Blank)': [1, 1] });
  expect(await leadsByValue(new Map())).toEqual(separate);
});

test('a measurement comes ready made, as of the tally', async () => {
  const thread = startThread();
  await openGood(thread, `Status,Source,Visits\n${'Won,Ads,1\nLost,Ads,2\nLost,Web,1\n'.repeat(40)}`);
  const plan = {
    statusColumn: 0,
    qualified: new Set(['Won']),
    attributes: [1, 2].map((column) => ({
      column,
      field: `field ${column}`,
      ranges: null,
      mapping: new Map(),
    })),
  };
  const measurement = await thread.ask('measure', plan);
  // The tally has the converted leads of each status alone.
  const otherStatuses = [{ value: 'Lost', leads: 80 }];
  expect(measurement).toEqual({ ...measure(await thread.ask('tally', plan)), otherStatuses });
  expect(measurement.pairs.length).toBeGreaterThan(0);
  // Buffers that were handed over are still there where they are needed again.
  expect(await thread.ask('measure', plan)).toEqual(measurement);
  expect((await thread.ask('describeColumn', { column: 2 })).numeric).toEqual(
    (await thread.ask('describeColumn', { column: 2 })).numeric,
  );
});

test('names that a measurement leaves out are those of the moment when it was asked for', async () => {
  const [pageEnd, threadEnd] = portPair();
  const thread = connectThread(pageEnd, vi.fn());
  const known: number[][] = [];
  /** Answers with one list of names each, and leaves out the one that was known at the start. */
  const lists = [
    { id: 1, names: ['Google', 'Bing'] },
    { id: 2, names: ['Rome'] },
    { id: 1, names: null },
  ];
  threadEnd.addEventListener('message', ({ data }) => {
    known.push(data.known);
    const answer = { fields: [{ name: 'Source', values: lists[known.length - 1] }] };
    threadEnd.postMessage({ id: data.id, kind: 'answer', answer }, []);
  });
  const plan = { statusColumn: 0, qualified: new Set<string>(), attributes: [] };
  const valuesOf = async () => (await thread.ask('measure', plan)).fields[0]?.values;
  expect(await valuesOf()).toEqual(['Google', 'Bing']);
  expect(await Promise.all([valuesOf(), valuesOf()])).toEqual([['Rome'], ['Google', 'Bing']]);
  expect(known).toEqual([[], [1], [1]]);
});

test('a tally after a change equals one of a file that was just opened', async () => {
  const rows = Array.from(
    { length: 600 },
    (_, i) => `${['Won', 'Lost', ''][i % 3]},${i % 7},${i % 5 || ''}\n`,
  );
  const text = `Status,Source,Visits\n${rows.join('')}`;
  const ranges = [
    { min: 0, max: 2, label: 'few' },
    { min: 2.01, max: null, label: '' },
  ];
  const plan = (change: { statuses?: string[]; name?: string; isBinned?: boolean; column?: number }) => ({
    statusColumn: 0,
    qualified: new Set(change.statuses ?? ['Won']),
    attributes: [
      {
        column: change.column ?? 1,
        field: 'Source',
        ranges: null,
        mapping: new Map([['3', change.name ?? '']]),
      },
      { column: 2, field: 'Visits', ranges: change.isBinned ? ranges : null, mapping: new Map() },
    ],
  });
  const changes = [
    {},
    { name: '4' },
    { statuses: ['Lost', '(Blank)'] },
    { isBinned: true },
    { isBinned: true, name: 'x' },
    { column: 2 },
    {},
  ];
  const thread = startThread();
  await openGood(thread, text);
  for (const change of changes) {
    const fresh = startThread();
    await openGood(fresh, text);
    const expected = await fresh.ask('tally', plan(change));
    expect(measure(await thread.ask('tally', plan(change)))).toEqual(measure(expected));
    // The thread prepares for changes after its answer.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
});

test('no row crosses to the page beyond the preview', async () => {
  const [pageEnd, threadEnd] = portPair();
  const said: unknown[] = [];
  serveThread({ ...threadEnd, postMessage: (message) => void said.push(message) });
  const rows = Array.from({ length: 200 }, (_, i) => `Qualified,Google,secret ${i}\n`);
  const file = csvFile(`Status,Source,Note\n${rows.join('')}`);
  const plan = {
    statusColumn: 0,
    qualified: new Set(['Qualified']),
    attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
  };
  pageEnd.postMessage({ id: 1, question: 'open', ask: { file, options: {} } }, []);
  await eventually(() => expect(said.at(-1)).toMatchObject({ kind: 'answer', id: 1 }));
  pageEnd.postMessage({ id: 2, file: 1, question: 'tally', ask: plan }, []);
  await eventually(() => expect(said.at(-1)).toMatchObject({ kind: 'answer', id: 2 }));
  const everything = JSON.stringify(said);
  expect(everything).toContain('secret 3');
  expect(everything).not.toContain('secret 50');
});

test('questions fail with an error before a file is open, after close, and when the thread stops', async () => {
  const thread = startThread();
  await expect(thread.ask('describeColumn', { column: 0 })).rejects.toThrow('No file is open');
  const waiting = thread.ask('describeColumn', { column: 0 });
  thread.fail(new Error('The thread stopped'));
  await expect(waiting).rejects.toThrow('The thread stopped');
  await expect(thread.ask('describeColumn', { column: 0 })).rejects.toThrow('The thread stopped');
  const other = startThread();
  const closing = other.ask('describeColumn', { column: 0 });
  other.close();
  await expect(closing).rejects.toThrow('The thread was closed');
  await expect(other.ask('describeColumn', { column: 0 })).rejects.toThrow('The thread was closed');
});
