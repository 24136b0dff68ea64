import Papa from 'papaparse';
import { describe, expect, test, vi } from 'vitest';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { nameDates } from '#frontend/analysis/columns/dates.ts';
import { type Plan, NO_DATES, type Basis } from '#frontend/analysis/counts/mapping.ts';
import { modelScript } from '#frontend/exports/model-lookup.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import type { OfferedModel } from '#frontend/threads/leads/fit-file-model.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { portPair } from '#test/support/port-pair.ts';
import { seedRandom } from '#test/support/random-leads.ts';
import { NO_FIELDS } from '#test/support/upload-leads.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

const HEADERS = [
  'Status',
  'Source',
  'Device',
  'Employees',
  'Created',
  'Email',
  'Country',
  '__proto__',
  'Invoice',
  'Call Duration',
  'Deal',
  '</script>\u2028*/ "x"',
];
const columnOf = (header: string) => HEADERS.indexOf(header);

/** Leads whose odds depend on five columns, and whose deals depend on the country. */
function makeLeads(count: number, { effect = 1, seed = 3 } = {}): string[][] {
  const random = seedRandom(seed);
  const pick = (...cells: string[]) => cells[Math.floor(cells.length * random())] ?? '';
  return Array.from({ length: count }, (_, lead) => {
    const source = pick('Fair', 'Ads', 'Ads', 'Partner', '');
    const device = pick('Mobile', 'Desktop', 'Tablet');
    const employees = Math.floor(1000 * random());
    const country = random() < 0.02 ? `Land ${lead % 40}` : pick('DE', 'FR', 'US', 'GB');
    const proto = pick('constructor', 'toString', '=1+1', 'it\'s "quoted"');
    const weekend = pick('<b>', 'two, words');
    const created = new Date(Date.UTC(2025, 0, 1) + lead * 3 * 3_600_000).toISOString();
    const odds =
      -1.6 +
      effect *
        ((source === 'Fair' ? 1.2 : 0) +
          (device === 'Tablet' ? -0.9 : 0) +
          (employees > 700 ? 1 : 0) +
          (country === 'US' ? 0.8 : 0) +
          (proto === 'constructor' ? 0.7 : 0) +
          (weekend === '<b>' ? -0.6 : 0));
    const isWon = random() < 1 / (1 + Math.exp(-odds));
    const deal = (country === 'GB' ? 900 : 300) * (0.5 + random());
    return [
      isWon ? 'Won' : pick('Lost', 'Lost', 'Open'),
      source,
      device,
      random() < 0.1 ? 'unknown' : `${employees}`,
      created.slice(0, 16).replace('T', ' '),
      `lead${lead}@example.com`,
      country,
      proto,
      isWon && random() < 0.9 ? 'Sent' : '',
      isWon && random() < 0.6 ? 'long' : pick('long', 'short'),
      isWon ? deal.toFixed(2) : '',
      weekend,
    ];
  });
}

const LEADS = makeLeads(3600);

const attribute = (header: string, mapping: [string, string][] = []) => ({
  column: columnOf(header),
  field: header,
  ranges: null,
  mapping: new Map(mapping),
});

const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  worth: { kind: 'column', column: columnOf('Deal') },
  attributes: [attribute('Source', [['Partner', 'Ads']]), attribute('Device')],
};

const contextOf = ({ attributes }: Plan): AnalysisContext => ({
  fileName: 'leads.csv',
  statusColumn: 'Status',
  qualifiedValues: ['Won'],
  attributes,
});

async function openThread(leads: readonly string[][] = LEADS) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const text = Papa.unparse([HEADERS, ...leads]);
  const opened = await thread.ask('open', { file: new File([text], 'leads.csv'), options: {} }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  return thread;
}

type Thread = Awaited<ReturnType<typeof openThread>>;

/** Holds the leads; no test changes it. */
const openShared = () => (shared ??= openThread());
let shared: ReturnType<typeof openThread> | null = null;

async function fitOffered(thread: Thread, plan = PLAN, basis: Basis = 'conversions'): Promise<OfferedModel> {
  const answer = await thread.ask('fitModel', { plan, basis }, quietly);
  if (!answer.isOffered) throw new Error(`refused: ${answer.why}`);
  return answer;
}

/** The added columns of 'Leads with values', by heading. */
async function leadsWithValues(thread: Thread, plan = PLAN, basis: Basis = 'conversions') {
  const worth = { basis, base: 40, ruled: [], usesAllColumns: true };
  const question = {
    plan,
    worth,
    valueHeading: 'Lead Value',
    headers: HEADERS,
    delimiter: ',',
    encoding: 'utf-8',
  } as const;
  const { blob } = await thread.ask('makeLeadsFile', question, quietly);
  const [headings = [], ...rows] = Papa.parse<string[]>((await blob.text()).replace('\ufeff', ''), {
    skipEmptyLines: true,
  }).data;
  const at = (heading: string) => headings.indexOf(heading);
  return {
    headings,
    rows,
    values: rows.map((row) => Number(row[at('Lead Value')])),
    reasons: rows.map((row) => row[at('Reasons')] ?? ''),
  };
}

type LeadValueFunction = (lead: object) => number;

function run(code: string): LeadValueFunction {
  // oxlint-disable-next-line typescript/no-implied-eval -- the code under test is a text
  return new Function(`${code}; return leadValue;`)() as LeadValueFunction; // its name is part of the code
}

/** The values of a lead that a form knows: the cells by header, and the names of the parts of its date. */
function formOf(lead: readonly string[]) {
  const nameOf = (preset: 'weekday' | 'hour' | 'calendar-month') =>
    nameDates([lead[columnOf('Created')] ?? ''], { preset, format: 'iso', year: 2026 })[0];
  return Object.fromEntries([
    ...HEADERS.map((header, column) => [header, lead[column]]),
    ['Created (weekday)', nameOf('weekday')],
    ['Created (hour)', nameOf('hour')],
    ['Created (month of the year)', nameOf('calendar-month')],
  ]);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the model of all columns', () => {
  test('has the columns that are known when a lead comes, and says which it leaves out', async () => {
    const { model, leftOut } = await fitOffered(await openShared());
    expect(model.columns.map(({ header, plan }) => `${header}: ${plan.kind}`)).toEqual([
      'Source: values',
      'Device: values',
      'Employees: ranges',
      'Created: weekday',
      'Created: hour',
      'Created: calendar-month',
      'Country: values',
      '__proto__: values',
      `${HEADERS.at(-1)}: values`,
    ]);
    expect(model.columns[2]?.plan).toMatchObject({ ranges: { length: 10 } });
    expect(leftOut).toEqual([
      { header: 'Invoice', why: 'knows-outcome' },
      { header: 'Call Duration', why: 'may-be-known-later' },
    ]);
    expect(model.bestTenth.model).toBeGreaterThan(model.bestTenth.attributes);
    // Partner counts as Ads in the combination, not in the column.
    expect(model.combination?.names.flat()).not.toContain('Partner');
    expect(model.columns[0]?.names).toContain('Partner');
    expect(model.columns[6]?.names.toSorted()).toEqual(['DE', 'FR', 'GB', 'Other', 'US']);
  });

  test('has a column that may be known only later where it is an attribute', async () => {
    const plan = { ...PLAN, attributes: [attribute('Call Duration')] };
    const { model, leftOut } = await fitOffered(await openShared(), plan);
    expect(model.columns.map(({ header }) => header)).toContain('Call Duration');
    expect(model.combination).toBeNull();
    expect(leftOut.map(({ header }) => header)).toEqual(['Invoice']);
  });

  test('leaves out a column with a value of 100 leads that always converts, not of 99', async () => {
    const lateWith = async (count: number) => {
      const won = LEADS.filter(([status]) => status === 'Won').slice(0, count);
      const leads = LEADS.map((cells) =>
        won.includes(cells) ? cells.with(columnOf('Country'), 'VIP') : cells,
      );
      return (await fitOffered(await openThread(leads))).leftOut.map(
        ({ header, why }) => `${header}: ${why}`,
      );
    };
    const others = ['Invoice: knows-outcome', 'Call Duration: may-be-known-later'];
    expect(await lateWith(99)).toEqual(others);
    expect(await lateWith(100)).toEqual(['Country: may-be-known-later', ...others]);
  });

  test('is another one once a value has another name', async () => {
    const thread = await openThread();
    const namesOf = async (plan: Plan) => (await fitOffered(thread, plan)).model.combination?.names.flat();
    const apart = { ...PLAN, attributes: [attribute('Source'), attribute('Device')] };
    expect(await namesOf(PLAN)).not.toContain('Partner');
    expect(await namesOf(apart)).toContain('Partner');
    expect(await namesOf(PLAN)).not.toContain('Partner');
  });

  test('is not offered on noise or with few conversions, and no file can be made with it', async () => {
    const noise = await openThread(makeLeads(2400, { effect: 0 }));
    expect(await noise.ask('fitModel', { plan: PLAN, basis: 'conversions' }, quietly)).toEqual({
      isOffered: false,
      why: 'not-better',
    });
    await expect(leadsWithValues(noise)).rejects.toThrow('not offered');
    const few = await openThread(makeLeads(400));
    expect(await few.ask('fitModel', { plan: PLAN, basis: 'value' }, quietly)).toEqual({
      isOffered: false,
      why: 'few-conversions',
    });
  });

  test('can be cancelled, and is made when a file needs it', async () => {
    const thread = await openThread();
    const asking = new AbortController();
    const asked = thread.ask(
      'fitModel',
      { plan: PLAN, basis: 'conversions' },
      { ...quietly, signal: asking.signal },
    );
    asking.abort(new Error('left'));
    await expect(asked).rejects.toThrow('left');
    expect((await leadsWithValues(thread)).values).toHaveLength(3600);
  });
});

describe('values from all columns', () => {
  test.each(['conversions', 'value'] as const)(
    'by %s are the same in the file and in the function, for 1,000 leads',
    async (basis) => {
      const thread = await openShared();
      const { model } = await fitOffered(thread, PLAN, basis);
      expect(model.amount === null).toBe(basis === 'conversions');
      const { values } = await leadsWithValues(thread, PLAN, basis);
      const code = modelScript({ model, base: 40, currency: 'USD', context: contextOf(PLAN) });
      expect(code).not.toMatch(/<\/script|<b>|-->|\u2028|\u2029|eval/);
      expect(code.replace(/"(?:[^"\\]|\\.)*"/g, '""')).not.toMatch(/\b(?:const|let|class)\b|=>|`/);
      // No cell that only some leads have.
      expect(code).not.toMatch(/@example|Land \d/);
      const leadValue = run(code);
      for (const [lead, cells] of LEADS.slice(0, 1000).entries())
        expect([lead, leadValue(formOf(cells))]).toEqual([lead, expect.closeTo(values[lead]!, 9)]);
      expect(sum(values) / values.length).toBeCloseTo(40, 6);
    },
  );

  test('of a form that knows nothing are those of the intercept, and each known column moves them', async () => {
    const { model } = await fitOffered(await openShared());
    const leadValue = run(modelScript({ model, base: 40, currency: 'USD', context: contextOf(PLAN) }));
    const none = 40 / (1 + Math.exp(-model.intercept)) / model.mean;
    expect(leadValue({})).toBeCloseTo(none, 9);
    expect(leadValue({ Source: undefined, Unasked: 'x' })).toBeCloseTo(none, 9);
    expect(leadValue({ Country: 'US' })).toBeGreaterThan(none);
    // An unseen value counts as a rare one.
    expect(leadValue({ Country: 'Atlantis' })).toBe(leadValue({ Country: 'Other' }));
    expect(leadValue({ Device: 'Fridge' })).toBeCloseTo(none, 9);
    expect(leadValue({ Employees: 900 })).toBe(leadValue({ Employees: ' 900 ' }));
    // The combination needs both of its attributes.
    const both = leadValue({ Source: 'Fair', Device: 'Mobile' });
    const odds = (value: number) => Math.log((value * model.mean) / 40 / (1 - (value * model.mean) / 40));
    const alone =
      odds(leadValue({ Source: 'Fair' })) + odds(leadValue({ Device: 'Mobile' })) - model.intercept;
    const at = model.combination?.names.findIndex((names) => names.join() === 'Fair,Mobile') ?? -1;
    expect(odds(both) - alone).toBeCloseTo(model.combination?.odds[at] ?? NaN, 9);
  });

  test('have reasons in the file for the visitor', async () => {
    const thread = await openShared();
    const { headings, reasons } = await leadsWithValues(thread);
    expect(headings.slice(HEADERS.length)).toEqual([
      'Lead Value',
      'Source Segment',
      'Device Segment',
      'Value Rules',
      'Reasons',
    ]);
    const fair = LEADS.findIndex(([, source, device]) => source === 'Fair' && device === 'Mobile');
    expect(reasons[fair]).toMatch(/Source: Fair, odds × \d\.\d/);
    for (const text of reasons) expect(text.split('; ').length).toBeLessThanOrEqual(3);
  });

  test('belong to the right rows where leads are left out', async () => {
    const plan = { ...PLAN, leads: { ...NO_DATES, leftOutStatuses: new Set(['Open']) } };
    const thread = await openShared();
    const { model } = await fitOffered(thread, plan);
    const { rows, values, headings } = await leadsWithValues(thread, plan);
    const leadValue = run(modelScript({ model, base: 40, currency: 'USD', context: contextOf(plan) }));
    expect(headings.at(-1)).toBe('Why No Value');
    for (const [row, cells] of LEADS.slice(0, 200).entries()) {
      if (cells[0] === 'Open')
        expect(rows[row]?.slice(HEADERS.length)).toEqual(['', '', '', '', '', expect.any(String)]);
      else expect([row, leadValue(formOf(cells))]).toEqual([row, expect.closeTo(values[row]!, 9)]);
    }
  });

  test('are in a file for a platform, without reasons', async () => {
    // No model has been fitted for it, so the first progress is that of the model.
    const thread = await openThread();
    const done: number[] = [];
    const file = await thread.ask(
      'makeUploadFile',
      {
        plan: PLAN,
        worth: { basis: 'conversions', base: 40, ruled: [], usesAllColumns: true },
        action: 'every-lead',
        choices: {
          kind: 'linkedin',
          columns: { ...NO_FIELDS, time: columnOf('Created'), email: columnOf('Email') },
          dateFormat: null,
          timeZone: 'UTC',
          conversionName: 'LEAD',
          currency: 'USD',
          phoneCountry: null,
          adUserData: null,
          adPersonalization: null,
        },
        now: Date.UTC(2026, 2, 27),
      },
      { ...quietly, onProgress: (progress) => done.push(progress.done) },
    );
    expect(new Set(done)).toEqual(new Set([0, 2000, 3600]));
    const { values } = await leadsWithValues(thread);
    const text = await file.blob.text();
    expect(text).not.toMatch(/Reasons|odds ×/);
    expect(file.taken).toBeGreaterThan(100);
    const cents = values.slice(-file.taken).map((value) => value.toFixed(2));
    const amounts = Papa.parse<string[]>(text, { skipEmptyLines: true }).data.flatMap((row) =>
      row.filter((cell) => /^\d+\.\d\d$/.test(cell)),
    );
    expect(amounts).toEqual(cents);
  });
});
