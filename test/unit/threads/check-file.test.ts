import { describe, expect, test, vi } from 'vitest';
import { connectThread } from '#frontend/threads/leads/client.ts';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { hasRealFile, NEEDS_REAL_FILE, readRealLeads } from '#test/support/analysis-real-file.ts';
import {
  CLEAN_FILE,
  CLEAN_LEADS,
  csvOf,
  WITH_BOTH_KINDS,
  WITH_DUPLICATES,
  WITH_TEST_LEADS,
  withColumn,
  type LeadFile,
} from '#test/support/lead-files.ts';
import { portPair, type FromThread } from '#test/support/port-pair.ts';
import { eventually } from '../../support/eventually.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

async function open(file: LeadFile | string | Uint8Array<ArrayBuffer>, options: OpenOptions = {}) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const bytes = typeof file === 'string' || file instanceof Uint8Array ? file : csvOf(file);
  const opened = await thread.ask('open', { file: new File([bytes], 'leads.csv'), options }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  return { thread, opened: opened.value };
}

async function findIn(file: LeadFile) {
  const { thread, opened } = await open(file);
  const { columns, ...rows } = await thread.ask('checkFile', undefined);
  return {
    ...rows,
    columns: columns.map(({ fault, column, leads, values }) => [
      fault,
      opened.headers[column],
      leads,
      values,
    ]),
  };
}

const NOTHING = { testLeads: null, duplicates: null, columns: [] };

describe('a check of the file', () => {
  test('finds nothing in a clean file', async () => {
    expect(await findIn(CLEAN_FILE)).toEqual(NOTHING);
  });

  test('finds the answers that Meta plants', async () => {
    expect(await findIn(WITH_TEST_LEADS)).toMatchObject({
      testLeads: { leads: 2, column: 3, value: '<test lead: dummy data for full_name>' },
      duplicates: null,
    });
  });

  test('finds the leads that a column marks as tests', async () => {
    const marked = withColumn('is_test', (lead) => String(lead % 50 === 0));
    expect((await findIn(marked)).testLeads).toEqual({ leads: 4, column: 3, value: 'true' });
    const variants = withColumn('Test', (lead) => (lead % 2 === 0 ? 'yes' : 'no'));
    expect((await findIn(variants)).testLeads).toBeNull();
  });

  test('finds leads that repeat an e-mail address, not those without one', async () => {
    expect((await findIn(WITH_DUPLICATES)).duplicates).toEqual({
      leads: 5,
      by: 'email',
      column: 3,
      value: 'user50@example.com',
    });
  });

  test('an e-mail address comes before an id, which differs between two leads of one person', async () => {
    const file = { 'Lead ID': [...CLEAN_FILE.Source!].map((_, lead) => `L${lead}`), ...WITH_DUPLICATES };
    expect((await findIn(file)).duplicates).toMatchObject({ leads: 5, by: 'email' });
  });

  test.each([
    [50, null],
    [51, { leads: 149, by: 'email' }],
  ])('200 leads with %i addresses: an address names a lead that fewer than 4 share', async (count, found) => {
    const file = withColumn('Email', (lead) => `user${lead % count}@example.com`);
    const { duplicates } = await findIn(file);
    if (found) expect(duplicates).toMatchObject(found);
    else expect(duplicates).toBeNull();
  });

  test('leads without an address say nothing on whether addresses name leads', async () => {
    // 100 leads have 40 addresses, 2.5 for each; with the blanks it would be 5, more than the limit of 4.
    const file = withColumn('Email', (lead) => (lead < 100 ? '' : `user${lead % 40}@example.com`));
    expect((await findIn(file)).duplicates).toMatchObject({ leads: 60, by: 'email' });
  });

  test('of addresses that begin with test only those of Meta are test leads', async () => {
    const addresses = [
      'test@example.com',
      'test@fb.com',
      'contest@fb.com',
      'test@meta.com',
      'test@meta.com.au',
    ];
    const file = withColumn('Email', (lead) => addresses[lead] ?? `user${lead}@example.com`);
    expect((await findIn(file)).testLeads).toEqual({ leads: 2, column: 3, value: 'test@fb.com' });
  });

  test('the address of a sales rep names no lead', async () => {
    const reps = withColumn('Owner Email', (lead) => `rep${lead % 30}@example.com`);
    expect((await findIn(reps)).duplicates).toBeNull();
  });

  test('a file whose leads all stand in it twice has as many duplicates as leads', async () => {
    const twice = withColumn('Email', (lead) => `user${lead % 100}@example.com`);
    expect((await findIn(twice)).duplicates).toMatchObject({ leads: 100, by: 'email' });
  });

  test('without a column that names leads it finds rows that are alike in all cells', async () => {
    const created = (lead: number) => `2026-03-${String((lead % 28) + 1).padStart(2, '0')} ${lead}`;
    const file = withColumn('Created', (lead) => created(lead === 199 ? 7 : lead));
    // Only the row as a whole counts: this one differs in its country.
    expect((await findIn(file)).duplicates).toBeNull();
    // 3 of 200: chance may give two where two columns tell leads apart.
    const repeat = (cells: readonly string[]) => [...cells.slice(0, 197), ...cells.slice(7, 10)];
    const repeated = Object.fromEntries(
      Object.entries(file).map(([header, cells]) => [header, repeat(cells)]),
    );
    expect((await findIn(repeated)).duplicates).toMatchObject({ leads: 3, by: 'row', value: created(7) });
    // A second column of mostly unique cells, which the check reads in part only.
    const notes = repeat(Array.from({ length: 200 }, (_, lead) => `note ${lead}`));
    const annotated = { Notes: notes, ...repeated };
    expect((await findIn(annotated)).duplicates).toMatchObject({ leads: 3, by: 'row' });
    const others = notes.with(199, 'another').with(198, 'one more').with(197, 'a third');
    expect((await findIn({ ...annotated, Notes: others })).duplicates).toBeNull();
  });

  test('rows of ordinary columns that are alike by chance are no duplicates', async () => {
    const created = withColumn('Created', (lead) => `2026-03-${(lead * 37) % 101}`);
    const { 'Lead Status': status, Source, Created } = created;
    expect(
      (await findIn({ 'Lead Status': status!, Source: Source!, Created: Created! })).duplicates,
    ).toBeNull();
  });

  test('phone numbers that Excel has rounded, and placeholders, repeat nobody', async () => {
    const rounded = withColumn('Phone', (lead) => `4.91${510 + (lead % 90)}E+12`);
    expect(await findIn(rounded)).toEqual({
      ...NOTHING,
      columns: [['rounded', 'Phone', CLEAN_LEADS, ['4.91510E+12']]],
    });
    const some = withColumn('Phone', (lead) =>
      lead % 2 ? '000-000-0000' : `+49 151 ${1000 + (lead % 190)}`,
    );
    expect((await findIn(some)).duplicates).toMatchObject({ leads: 5, by: 'phone', value: '+49 151 1000' });
  });

  test('finds a column in which every lead has its own value, and no fault in numbers to make ranges of', async () => {
    const ids = withColumn('Campaign Click', (lead) => `c-${lead}`);
    expect((await findIn(ids)).columns).toEqual([['unique', 'Campaign Click', CLEAN_LEADS, ['c-0']]]);
    const numbers = withColumn('Budget', (lead) => String(1000 + lead * 7));
    expect(await findIn(numbers)).toEqual(NOTHING);
    const phones = withColumn('Phone', (lead) => String(4_900_000 + lead));
    expect((await findIn(phones)).columns).toEqual([['unique', 'Phone', CLEAN_LEADS, ['4900000']]]);
  });

  test('finds a column of one value, blanks included', async () => {
    // Ids of one system begin alike, so that all become one number.
    const ids = withColumn('Lead ID', () => '1.23456E+16');
    expect((await findIn(ids)).columns).toEqual([['rounded', 'Lead ID', CLEAN_LEADS, ['1.23456E+16']]]);
    const constant = withColumn('Magazine', () => 'No');
    expect((await findIn(constant)).columns).toEqual([['constant', 'Magazine', CLEAN_LEADS, ['No']]]);
    const empty = withColumn('Magazine', () => '');
    expect((await findIn(empty)).columns).toEqual([['constant', 'Magazine', CLEAN_LEADS, ['(Blank)']]]);
    expect(await findIn(withColumn('Magazine', (lead) => (lead === 9 ? 'Yes' : '')))).toEqual(NOTHING);
  });

  test('finds columns that are filled after the click, with their filled leads', async () => {
    const activity = withColumn('Last Activity', (lead) => ['', 'Email Opened', 'Call'][lead % 3] ?? '');
    expect((await findIn(activity)).columns).toEqual([
      ['after-click', 'Last Activity', 133, ['Email Opened']],
    ]);
  });

  test('finds sensitive attributes', async () => {
    const gender = withColumn('What is your gender?', (lead) => ['f', 'm'][lead % 2] ?? '');
    expect((await findIn(gender)).columns).toEqual([
      ['sensitive', 'What is your gender?', CLEAN_LEADS, ['f']],
    ]);
  });

  test('finds placeholders with all leads that have one', async () => {
    const city = withColumn('City', (lead) => ['Mumbai', 'Select', 'Pune', '--'][lead % 4] ?? '');
    expect((await findIn(city)).columns).toEqual([['placeholder', 'City', 100, ['Select', '--']]]);
  });

  test('finds no placeholder in a column that has nothing else', async () => {
    const only = withColumn('City', (lead) => ['Select', '--', ''][lead % 3] ?? '');
    expect((await findIn(only)).columns.filter(([fault]) => fault === 'placeholder')).toEqual([]);
    const one = withColumn('City', (lead) => (lead === 0 ? 'Pune' : (['Select', '--'][lead % 2] ?? '')));
    expect((await findIn(one)).columns).toContainEqual([
      'placeholder',
      'City',
      CLEAN_LEADS - 1,
      ['--', 'Select'],
    ]);
  });

  test('lets another question be answered before it ends', async () => {
    const { thread } = await open(CLEAN_FILE);
    const answered: string[] = [];
    await Promise.all([
      thread.ask('checkFile', undefined).then(() => answered.push('file')),
      thread.ask('describeColumn', { column: 1 }).then(() => answered.push('column')),
    ]);
    expect(answered).toEqual(['column', 'file']);
  });

  test('waits while one question follows the other', async () => {
    const { thread } = await open(CLEAN_FILE);
    const answered: string[] = [];
    const askForColumns = async () => {
      for (const column of [1, 2, 3]) {
        await thread.ask('describeColumn', { column });
        answered.push('column');
      }
    };
    await Promise.all([
      thread.ask('checkFile', undefined).then(() => answered.push('file')),
      askForColumns(),
    ]);
    expect(answered).toEqual(['column', 'column', 'column', 'file']);
  });

  test('ends once the page asks about another file', async () => {
    const [pageEnd, threadEnd] = portPair();
    serveThread(threadEnd);
    const answers = new Map<number, FromThread['kind']>();
    pageEnd.addEventListener('message', ({ data }: MessageEvent<FromThread>) =>
      answers.set(data.id, data.kind),
    );
    const post = (message: object) => pageEnd.postMessage({ ...message, known: [] }, []);
    for (const id of [1, 2])
      post({
        id,
        file: 0,
        question: 'open',
        ask: { file: new File([csvOf(CLEAN_FILE)], 'a.csv'), options: {} },
      });
    await eventually(() => expect([answers.get(1), answers.get(2)]).toEqual(['answer', 'answer']));
    post({ id: 3, file: 1, question: 'checkFile', ask: undefined });
    post({ id: 4, file: 2, question: 'checkFile', ask: undefined });
    await eventually(() => expect([answers.get(3), answers.get(4)]).toEqual(['failed', 'answer']));
  });

  test.skipIf(!hasRealFile)(
    'finds in the real file what is known about it',
    { meta: { needs: NEEDS_REAL_FILE } },
    async () => {
      const { thread, opened } = await open(new Uint8Array(readRealLeads()));
      const { testLeads, duplicates, columns } = await thread.ask('checkFile', undefined);
      expect([testLeads, duplicates]).toEqual([null, null]);
      const headersOf = (fault: string) =>
        columns.filter((finding) => finding.fault === fault).map(({ column }) => opened.headers[column]);
      expect({
        unique: headersOf('unique'),
        constant: headersOf('constant'),
        afterClick: headersOf('after-click'),
        sensitive: headersOf('sensitive'),
        placeholder: headersOf('placeholder'),
      }).toEqual({
        unique: ['Prospect ID', 'Lead Number'],
        constant: [
          'Magazine',
          'Receive More Updates About Our Courses',
          'Update me on Supply Chain Content',
          'Get updates on DM Content',
          'I agree to pay the amount through cheque',
        ],
        afterClick: [
          'TotalVisits',
          'Total Time Spent on Website',
          'Page Views Per Visit',
          'Last Activity',
          'Tags',
          'Lead Quality',
          'Asymmetrique Activity Index',
          'Asymmetrique Activity Score',
          'Last Notable Activity',
        ],
        sensitive: [],
        placeholder: [
          'Country',
          'Specialization',
          'How did you hear about X Education',
          'Lead Profile',
          'City',
        ],
      });
    },
  );
});

describe('leads that are left out', () => {
  test('are in no count, row or sample of the file, and their number comes with it', async () => {
    const { thread, opened } = await open(WITH_TEST_LEADS, { leaveOut: ['testLeads'] });
    expect(opened).toMatchObject({ rowCount: 198, leftOut: { testLeads: 2, duplicates: 0 } });
    const budget = await thread.ask('describeColumn', { column: 5 });
    expect(budget.values).toEqual(['high', 'low']);
    expect([...budget.leads]).toEqual([99, 99]);
    expect(await thread.ask('checkFile', undefined)).toMatchObject({ testLeads: null });
    const plan = {
      statusColumn: 0,
      qualified: new Set(['Qualified']),
      attributes: [{ column: 5, field: 'budget', ranges: null, mapping: new Map<string, string>() }],
    };
    // Leads 3 and 90: one of them is qualified.
    expect(await thread.ask('tally', plan)).toMatchObject({ totalLeads: 198, totalConversions: 79 });
    expect(await thread.ask('measure', plan)).toMatchObject({ totalLeads: 198, totalConversions: 79 });
  });

  test('of several duplicates the first stays', async () => {
    const { thread, opened } = await open(WITH_DUPLICATES, { leaveOut: ['duplicates'] });
    expect(opened).toMatchObject({ rowCount: 195, leftOut: { testLeads: 0, duplicates: 5 } });
    expect((await thread.ask('checkFile', undefined)).duplicates).toBeNull();
    const { values, leads } = await thread.ask('describeColumn', { column: 3 });
    expect(leads[values.indexOf('user50@example.com')]).toBe(1);
    expect(leads[values.indexOf('')]).toBe(10);
  });

  test.each([
    [['testLeads'], 197, { testLeads: 3, duplicates: 0 }],
    [['duplicates'], 195, { testLeads: 0, duplicates: 5 }],
    [['duplicates', 'testLeads'], 192, { testLeads: 3, duplicates: 5 }],
    [[], 200, { testLeads: 0, duplicates: 0 }],
  ] as const)('of a file with both kinds %j leaves %i leads', async (leaveOut, rowCount, leftOut) => {
    const { thread, opened } = await open(WITH_BOTH_KINDS, { leaveOut: [...leaveOut] });
    expect(opened).toMatchObject({ rowCount, leftOut });
    const { values, leads } = await thread.ask('describeColumn', { column: 3 });
    const count = (value: string) => leads[values.indexOf(value)] ?? 0;
    const [hasTests, hasRepeats] = [!leftOut.testLeads, !leftOut.duplicates];
    expect([count('test@fb.com'), count('user50@example.com')]).toEqual([
      hasTests ? 3 : 0,
      hasRepeats ? 2 : 1,
    ]);
  });

  test('a file of test leads only has too few rows', async () => {
    const tests = withColumn('is_test', () => 'yes');
    await expect(open(tests, { leaveOut: ['testLeads'] })).rejects.toThrow('too-few-rows');
  });

  test('are not in the dataset that is saved', async () => {
    const { thread } = await open(WITH_TEST_LEADS, { leaveOut: ['testLeads'] });
    const { gzip } = await thread.ask('exportDataset', undefined);
    const text = await new Response(gzip.stream().pipeThrough(new DecompressionStream('gzip'))).text();
    expect(text.trim().split('\n')).toHaveLength(1 + 198);
    expect(text).not.toContain('test lead');
  });
});
