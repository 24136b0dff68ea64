import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { adviseBids } from '#frontend/analysis/stages/platform-volumes.ts';
import {
  NO_DATES,
  type AttributePlan,
  type LeadFilter,
  type Plan,
} from '#frontend/analysis/counts/mapping.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';

afterEach(() => vi.unstubAllGlobals());

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const START = Date.UTC(2026, 0, 1);
const dayAt = (day: number | null | undefined) =>
  typeof day === 'number' ? new Date(START + day * 86_400_000).toISOString().slice(0, 10) : '';

/** The number of equal leads, and their cells. */
type Group = readonly [count: number, ...cells: (string | number)[]];

const SOURCE: AttributePlan = { column: 0, field: 'Source', ranges: null, mapping: new Map() };

interface Asked {
  won?: string[];
  statusColumn: number;
  leads?: LeadFilter;
  worthColumn?: number;
}

async function ask(
  headers: string,
  groups: readonly Group[],
  { won = ['Won'], statusColumn, leads, worthColumn }: Asked,
) {
  stubBrowserThread();
  const thread = createLeadThread();
  const rows = groups.flatMap(([count, ...cells]) => Array.from({ length: count }, () => cells.join(',')));
  const opened = await thread.ask(
    'open',
    { file: new File([[headers, ...rows].join('\n')], 'a.csv'), options: {} },
    quietly,
  );
  expect(opened.ok).toBe(true);
  const plan: Plan = {
    statusColumn,
    qualified: new Set(won),
    attributes: [SOURCE],
    ...(leads && { leads }),
    ...(worthColumn !== undefined && { worth: { kind: 'column', column: worthColumn } }),
  };
  const found = await thread.ask('findStages', { statusColumn, qualified: plan.qualified });
  const measure = async (
    choices: Partial<{ typedShare: number; typedAmount: number; margin: number }> = {},
  ) =>
    thread.ask('measureStages', {
      plan,
      stages: found!,
      thresholdPercent: 10,
      typedShare: null,
      typedAmount: null,
      margin: 1,
      ...choices,
    });
  return { found, measure };
}

describe('a stage beside the outcome', () => {
  const HEADERS = 'Source,Deal - Status,Deal - Stage,Deal created,Won time,Deal - Value';
  const GROUPS: Group[] = [
    [60, 'Ads', 'Won', 'Negotiations Started', dayAt(0), dayAt(20), 1900],
    [10, 'Fair', 'Won', 'Proposal Made', dayAt(0), dayAt(20), 1900],
    [40, 'Ads', 'Lost', 'Proposal Made', dayAt(0), '', 500],
    [90, 'Ads', 'Lost', 'Qualified', dayAt(0), '', ''],
    [100, 'Fair', 'Lost', 'Qualified', dayAt(0), '', ''],
    [50, 'Ads', 'Open', 'Qualified', dayAt(95), '', ''],
    [5, 'Ads', 'Open', 'Negotiations Started', dayAt(100), '', ''],
  ];

  test('is found, in its order, with its days', async () => {
    const { found } = await ask(HEADERS, GROUPS, { statusColumn: 1 });
    expect(found).toEqual({
      shape: {
        kind: 'beside-outcome',
        column: 2,
        stages: ['Qualified', 'Proposal Made', 'Negotiations Started'],
      },
      statusColumn: 1,
      won: new Set(['Won']),
      open: new Set(['Open']),
      wonColumn: 4,
      isWonByColumn: false,
      lostColumn: null,
    });
  });

  test('is found too where the stage was taken for the status', async () => {
    const { found } = await ask(HEADERS, GROUPS, { statusColumn: 2, won: ['Proposal Made'] });
    expect(found).toMatchObject({ shape: { kind: 'beside-outcome', column: 2 }, statusColumn: 1 });
  });

  test('says what its leads are worth', async () => {
    const { measure } = await ask(HEADERS, GROUPS, { statusColumn: 1, worthColumn: 5 });
    const { names, stages, segments, conversion, openLeads } = await measure({ margin: 0.5 });
    expect(names).toEqual(['Qualified', 'Proposal Made', 'Negotiations Started', 'Won']);
    // Won ones count at every stage: 355, 115, 75, 70. A is 20 days, by the date of the lead: the 55 open ones are too young.
    expect(stages.map(({ reached }) => reached)).toEqual([355, 115, 75, 70]);
    expect(stages[1]!.chance).toMatchObject({ kind: 'known', days: 20, since: 'lead', leads: 110, wins: 70 });
    expect(stages[1]!.value!.amount).toBeCloseTo((1900 * 0.5 * 70) / 110, 9);
    expect(stages[1]!.value!.won).toMatchObject({ deals: 70, mean: 1900 });
    expect(stages.map(({ volume }) => volume)).toEqual([
      { leads: 55, by: 'lead' },
      { leads: 5, by: 'lead' },
      { leads: 5, by: 'lead' },
      { leads: 0, by: 'stage' },
    ]);
    expect(conversion).toMatchObject({ stage: 3, value: { amount: 950 } });
    expect(segments[0]).toMatchObject({
      stage: 0,
      field: 'Source',
      value: 'Ads',
      leads: 190,
      wins: 60,
      label: 'Use',
    });
    expect(openLeads).toBeNull();
  });

  test('takes a typed amount', async () => {
    const { measure } = await ask(HEADERS, GROUPS, { statusColumn: 1 });
    expect((await measure()).stages[1]!.value).toBeNull();
    expect((await measure({ typedAmount: 1000 })).stages[1]!.value!.amount).toBeCloseTo((1000 * 70) / 110, 9);
  });

  test('keeps young and open leads, whatever the results leave out', async () => {
    const leads = {
      leftOutStatuses: new Set(['Open']),
      dateColumn: 3,
      dateFormat: 'iso' as const,
      from: null,
      to: null,
      youngerThanDays: 50,
    };
    const { measure } = await ask(HEADERS, GROUPS, { statusColumn: 1, leads });
    expect((await measure()).stages.map(({ reached }) => reached)).toEqual([355, 115, 75, 70]);
    const lost = { ...leads, leftOutStatuses: new Set(['Lost']) };
    const without = await ask(HEADERS, GROUPS, { statusColumn: 1, leads: lost });
    expect((await without.measure()).stages.map(({ reached }) => reached)).toEqual([125, 75, 75, 70]);
  });
});

describe('one date or flag per stage', () => {
  const HEADERS =
    'Source,Lifecycle Stage,Create Date,Became a Sales Qualified Lead Date,Demo booked,Became a Marketing Qualified Lead Date,Became a Customer Date,Lost Date';
  const GROUPS: Group[] = [
    [40, 'Ads', 'Customer', dayAt(0), dayAt(8), 'Yes', dayAt(2), dayAt(30), ''],
    [60, 'Ads', 'Opportunity', dayAt(0), dayAt(8), 'No', dayAt(2), '', dayAt(40)],
    [100, 'Ads', 'Lead', dayAt(0), '', 'No', '', '', dayAt(20)],
    [10, 'Fair', 'Sales Qualified Lead', dayAt(99), dayAt(100), '', '', '', ''],
  ];

  test('is found by headers, in the order of words', async () => {
    const { found } = await ask(HEADERS, GROUPS, { statusColumn: 1, won: ['Customer'] });
    expect(found).toMatchObject({
      shape: {
        kind: 'columns',
        stages: [
          { column: 5, holds: 'dates' },
          { column: 3, holds: 'dates' },
          { column: 4, holds: 'flags' },
        ],
      },
      won: new Set(['Customer']),
      wonColumn: 6,
      isWonByColumn: true,
      lostColumn: 7,
    });
  });

  test('a flag that many won leads lack is no stage, nor is a date that most of them lack', async () => {
    const headers = 'Source,Status,Created,Free demo,Meeting date,Proposal date';
    const groups: Group[] = [
      [31, 'Ads', 'Won', dayAt(0), 'Yes', dayAt(1), dayAt(9)],
      [9, 'Ads', 'Won', dayAt(0), 'No', '', dayAt(9)],
      [60, 'Ads', 'Lost', dayAt(0), 'Yes', dayAt(1), ''],
    ];
    const stagesOf = async (rows: Group[]) => {
      const { found } = await ask(headers, rows, { statusColumn: 1 });
      return found?.shape.kind === 'columns' ? found.shape.stages.map(({ column }) => column) : null;
    };
    expect(await stagesOf(groups)).toEqual([4, 5]);
    const [first, second, ...lost] = groups as [Group, Group, ...Group[]];
    expect(
      await stagesOf([[32, ...first.slice(1)] as never, [8, ...second.slice(1)] as never, ...lost]),
    ).toEqual([3, 4, 5]);
    expect(
      await stagesOf([[19, ...first.slice(1)] as never, [21, ...second.slice(1)] as never, ...lost]),
    ).toEqual([5]);
  });

  test('counts the furthest one that is filled', async () => {
    const { measure } = await ask(HEADERS, GROUPS, { statusColumn: 1, won: ['Customer'] });
    const { names, stages } = await measure();
    expect(names).toEqual([
      'Lead',
      'Became a Marketing Qualified Lead Date',
      'Became a Sales Qualified Lead Date',
      'Demo booked',
      'Customer',
    ]);
    expect(stages.map(({ reached }) => reached)).toEqual([210, 110, 110, 40, 40]);
    // A is 22 days from the second one; the young ones have not had the time.
    expect(stages[2]!.chance).toMatchObject({
      kind: 'known',
      days: 22,
      since: 'stage',
      leads: 100,
      wins: 40,
    });
    expect(stages[1]!.step).toMatchObject({ medianDays: 6 });
    expect(stages[3]!.chance).toMatchObject({ kind: 'known', since: 'lead', days: 30, leads: 40, wins: 40 });
    // Ten of the second stage, without a date of the first one, of the last 30 days.
    expect(stages.map(({ volume }) => volume?.leads)).toEqual([10, 0, 10, 0, 0]);
  });

  test('a conversion is the earliest stage that the chosen statuses have reached', async () => {
    const won = ['Customer', 'Opportunity', 'Sales Qualified Lead'];
    const { measure } = await ask(HEADERS, GROUPS, { statusColumn: 1, won });
    expect((await measure()).conversion.stage).toBe(2);
  });

  test('planned days of closing make no lead old', async () => {
    const groups = GROUPS.map(([count, ...cells]): Group => [
      count,
      ...cells.slice(0, 6),
      cells[6] || dayAt(190),
      cells[7] ?? '',
    ]);
    const { found, measure } = await ask(HEADERS.replace('Became a Customer Date', 'Close Date'), groups, {
      statusColumn: 1,
      won: ['Customer'],
    });
    expect(found).toMatchObject({ wonColumn: 6, isWonByColumn: false });
    expect((await measure()).stages.map(({ volume }) => volume?.leads)).toEqual([10, 0, 10, 0, 0]);
  });

  test('open leads count by their chance where every stage and loss has its day', async () => {
    const { measure } = await ask(HEADERS.replace('Demo booked', 'Remark'), GROUPS, {
      statusColumn: 1,
      won: ['Customer'],
    });
    const { openLeads } = await measure();
    expect(openLeads).toMatchObject({ leads: 10, gate: { isPassed: false } });
    // 40 of 100 at the first day after.
    expect(openLeads!.wins).toBeCloseTo(4, 9);
  });
});

describe('one status column', () => {
  const GROUPS: Group[] = [
    [40, 'Ads', 'Won', dayAt(0)],
    [60, 'Ads', 'Lost', dayAt(0)],
    [30, 'Ads', 'New', dayAt(9)],
    [20, 'Fair', 'Demo scheduled', dayAt(9)],
    [50, 'Fair', 'Contacted', dayAt(9)],
  ];

  test('says which statuses count as lost without saying so, of the leads that count', async () => {
    const others: Group[] = [
      [10, 'Ads', 'Recycled', dayAt(9)],
      [5, 'Fair', '', dayAt(9)],
      [7, 'Fair', 'Parked', dayAt(9)],
    ];
    const leads = { ...NO_DATES, leftOutStatuses: new Set(['Parked']) };
    const { measure } = await ask('Source,Status,Created', [...GROUPS, ...others], {
      statusColumn: 1,
      leads,
    });
    expect((await measure()).unclear).toEqual(['Recycled', '(Blank)']);
    const plain = await ask('Source,Status,Created', GROUPS, { statusColumn: 1 });
    expect((await plain.measure()).unclear).toEqual([]);
  });

  test('shows what it can tell', async () => {
    const { found, measure } = await ask('Source,Status,Created', GROUPS, { statusColumn: 1 });
    expect(found).toMatchObject({
      shape: { kind: 'status', stages: ['New', 'Contacted', 'Demo scheduled'] },
      wonColumn: null,
    });
    const { stages } = await measure();
    // Lost leads stand at no stage.
    expect(stages.map(({ reached, open }) => [reached, open])).toEqual([[140, 30], [110, 50], [60, 20], [40, 0]]); // oxfmt-ignore
    expect(stages.every(({ chance, value }) => chance.kind === 'unknown' && value === null)).toBe(true);
    expect(adviseBids(stages)).toEqual([]);
    // A typed share and amount give the conversion value.
    expect((await measure({ typedShare: 0.25, typedAmount: 400 })).conversion.value!.amount).toBe(100);
  });

  test('without a won status, or without an open one, tells no stage', async () => {
    const none = await ask('Source,Status,Created', [[40, 'Ads', 'Lost', dayAt(0)], [40, 'Ads', 'New', dayAt(0)]], { statusColumn: 1 }); // oxfmt-ignore
    expect(none.found).toBeNull();
    const decided = await ask('Source,Status,Created', GROUPS.slice(0, 2), { statusColumn: 1 });
    expect(decided.found).toBeNull();
  });

  test('a chosen status is the end where no status is a final one', async () => {
    const groups: Group[] = [[40, 'Ads', 'Qualified', dayAt(0)], [40, 'Ads', 'New', dayAt(0)]]; // oxfmt-ignore
    const { found } = await ask('Source,Status,Created', groups, { statusColumn: 1, won: ['Qualified'] });
    expect(found).toMatchObject({ won: new Set(['Qualified']), shape: { kind: 'status', stages: ['New'] } });
  });
});

test('slips in the newest dates make no lead old', async () => {
  const groups: Group[] = [
    [30, 'Ads', 'Won', 'Demo', dayAt(0)],
    [60, 'Ads', 'Lost', 'Demo', dayAt(10)],
    [60, 'Ads', 'Lost', 'Qualified', dayAt(20)],
    [1, 'Ads', 'Lost', 'Qualified', dayAt(320)],
  ];
  const { measure } = await ask('Source,Status,Stage,Created', groups, { statusColumn: 1 });
  expect((await measure()).stages[0]!.volume).toEqual({ leads: 151, by: 'lead' });
});

test('a file that is sorted by its statuses tells the stages of the same file in another order', async () => {
  const headers = 'Source,Status,Step,Created,Demo date';
  const groups: Group[] = [
    [1500, 'Ads', 'Lost', 'Qualified', dayAt(0), ''],
    [300, 'Ads', 'Lost', 'Proposal', dayAt(0), dayAt(2)],
    [600, 'Fair', 'Open', 'Proposal', dayAt(9), ''],
    [900, 'Ads', 'Won', 'Demo', dayAt(0), dayAt(2)],
  ];
  const findBothWays = async (names: string, rows: Group[], statusColumn: number) => {
    const { found } = await ask(names, rows, { statusColumn });
    const reversed = await ask(names, rows.toReversed(), { statusColumn });
    expect(reversed.found).toEqual(found);
    return found?.shape;
  };
  expect(await findBothWays(headers, groups, 1)).toEqual({
    kind: 'columns',
    stages: [{ column: 4, holds: 'dates' }],
  });
  // Without the dates the steps tell them, also where they were taken for the status.
  const undated = groups.map((group) => group.slice(0, -1) as unknown as Group);
  for (const status of [1, 2])
    expect(await findBothWays('Source,Status,Step,Created', undated, status)).toEqual({
      kind: 'beside-outcome',
      column: 2,
      stages: ['Qualified', 'Demo', 'Proposal'],
    });
});
