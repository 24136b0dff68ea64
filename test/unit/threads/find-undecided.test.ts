import { afterEach, expect, test, vi } from 'vitest';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';

afterEach(() => vi.unstubAllGlobals());

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const dayAt = (age: number) => new Date(Date.UTC(2026, 5, 30) - age * 86_400_000).toISOString().slice(0, 10);

interface Lead {
  age: number;
  status: string;
  source: string;
  /** Days until the sale, for won leads; a planned day for open ones. */
  days?: number;
}

async function ask(leads: readonly Lead[], headers = ['Created', 'Status', 'Source', 'Close Date']) {
  stubBrowserThread();
  const thread = createLeadThread();
  const rows = leads.map(({ age, status, source, days }) =>
    [dayAt(age), status, source, days === undefined ? '' : dayAt(age - days)].join(','),
  );
  const file = new File([[headers.join(','), ...rows].join('\n')], 'leads.csv');
  const opened = await thread.ask('open', { file, options: {} }, quietly);
  expect(opened.ok).toBe(true);
  const attributes = [{ column: 2, kind: 'values' as const }];
  const asked = { statusColumn: 1, qualified: new Set(['Won']) };
  const { undecided, ...others } = await thread.ask('findUndecided', { ...asked, attributes });
  const alone = await thread.ask('findUndecided', { ...asked, attributes: [] });
  return { undecided, others, alone: alone.undecided };
}

const times = (count: number, lead: Lead) => Array.from({ length: count }, () => lead);

/** 300 leads that are 5 days old and open, and 400 of 200 days; sales of 'Web' take 20 days, those of 'Fair' 60. */
const LEADS: Lead[] = [
  ...times(300, { age: 5, status: 'Contacted', source: 'Web', days: 30 }),
  ...times(100, { age: 200, status: 'Won', source: 'Web', days: 20 }),
  ...times(100, { age: 200, status: 'Lost', source: 'Web' }),
  ...times(5, { age: 200, status: 'Won', source: 'Fair', days: 60 }),
  ...times(100, { age: 200, status: 'Nurturing', source: 'Fair' }),
];

test('young leads are left out by the days that sales take, and statuses stay', async () => {
  const { undecided, others } = await ask(LEADS);
  expect(undecided).toEqual({ kind: 'young', days: 20, leads: 300 });
  expect(others.date).toMatchObject({ dateColumn: 0, dateFormat: 'iso', youngerThanDays: null });
});

test('a value with 20 sales of its own that takes longer makes it longer', async () => {
  const fair = times(30, { age: 200, status: 'Won', source: 'Fair', days: 60 });
  const before = times(400, { age: 200, status: 'Won', source: 'Web', days: 20 });
  const { undecided, alone } = await ask([
    ...LEADS.slice(0, 300),
    ...before,
    ...LEADS.slice(400),
    ...fair.slice(0, 15),
  ]);
  expect(alone).toMatchObject({ kind: 'young', days: 20 });
  expect(undecided).toMatchObject({ kind: 'young', days: 60 });
});

test('a planned day of closing is no sale: the rate by age cannot tell it from two ages', async () => {
  const { undecided } = await ask(LEADS, ['Created', 'Status', 'Source', 'Expected Close Date']);
  expect(undecided).toEqual({ kind: 'unclear' });
});

test('without the date of the lead the open statuses are left out, never both', async () => {
  const { undecided, others } = await ask(LEADS, ['Last Activity Date', 'Status', 'Source', 'Close Date']);
  expect(others.date).toBeNull();
  expect(undecided).toEqual({ kind: 'open', statuses: ['Contacted', 'Nurturing'], leads: 400 });
});
