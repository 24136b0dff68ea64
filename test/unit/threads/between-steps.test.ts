import { expect, test, vi } from 'vitest';
import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import type { DateFilter } from '#frontend/analysis/counts/mapping.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { columnsToFit, fitSettings } from '#frontend/choices/fit-settings.ts';
import { choicesOf, planOf } from '#frontend/choices/list.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { lackedColumns, type KeptSettings } from '#frontend/choices/kept-settings.ts';
import { change, opening, openWork } from '#test/support/open-work.ts';
import { portPair } from '#test/support/port-pair.ts';
import { EXPORTED_LEADS, exportOf, type ExportedLead } from '#test/support/two-exports.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

async function open(content: string) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const opened = await thread.ask('open', { file: new File([content], 'leads.csv'), options: {} }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  return { thread, file: opened.value };
}

const HEADERS = ['Status', 'Source', 'Created', 'Deal'] as const;
const APRIL = { from: Date.UTC(2026, 3, 1), to: Date.UTC(2026, 3, 30) };
const inDays = (dateFormat: DateFormat): DateFilter => ({
  dateColumn: 2,
  dateFormat,
  youngerThanDays: null,
  ...APRIL,
});

/** The settings of an analysis of the first export. */
const KEPT: KeptSettings = {
  name: 'first.csv',
  headers: HEADERS,
  settings: DEFAULT_SETTINGS,
  known: new Map(),
  choices: {
    statusColumn: 0,
    attributeColumns: [1],
    qualified: new Set(['Won']),
    leftOutStatuses: new Set(['Open']),
    ranges: new Map(),
    mappings: new Map([[1, new Map([['Partner', 'Referral']])]]),
    worth: { kind: 'column', column: 3 },
    basis: 'value',
    dateFilter: inDays('day-first'),
  },
};

/** The plan of these settings in an export, as the wizard makes it. */
async function planIn({ thread, file }: Awaited<ReturnType<typeof open>>, kept = KEPT) {
  const { headers } = file;
  const details = await Promise.all(
    columnsToFit(kept, headers).map(({ column, numberFormat }) =>
      thread.ask('describeColumn', { column, numberFormat }),
    ),
  );
  const fitted = fitSettings(kept, headers, new Map(details.map((detail) => [detail.index, detail])));
  const { name, notes, settings } = fitted;
  const choices = choicesOf(fitted.choices, settings);
  const reused = { type: 'settingsReused', openedAt: 1, name, notes, choices } as const;
  const plan = planOf(change(openWork(null), opening(file), reused));
  if (!plan) throw new Error('The settings do not fit');
  return { plan, notes };
}

/** Leads, won leads and their worth, counted by hand. */
function countByHand(isCounted: (lead: ExportedLead) => boolean) {
  const counted = EXPORTED_LEADS.filter((lead) => lead.Status !== 'Open' && isCounted(lead));
  const won = counted.filter((lead) => lead.Status === 'Won');
  return {
    totalLeads: counted.length,
    totalConversions: won.length,
    total: won.reduce((sum, lead) => sum + Number(lead.Deal), 0),
  };
}

test('moved columns give the same figures, by conversions and by value', async () => {
  const first = await open(exportOf(HEADERS));
  const moved = await open(exportOf(['Deal', 'Created', 'Source', 'Status']));
  const [here, there] = [await planIn(first), await planIn(moved)];
  expect([here.notes, there.notes]).toEqual([[], []]);
  for (const worth of [true, false]) {
    const strip = ({ plan }: typeof here) => (worth ? plan : { ...plan, worth: null });
    const measured = await first.thread.ask('measure', strip(here));
    expect(await moved.thread.ask('measure', strip(there))).toEqual(measured);
    const byHand = countByHand((lead) => lead.Created.slice(3, 5) === '04');
    expect(measured).toMatchObject({
      totalLeads: byHand.totalLeads,
      totalConversions: byHand.totalConversions,
    });
    expect(measured.byValue?.value?.total ?? null).toBe(worth ? byHand.total : null);
  }
});

test('a renamed attribute is missing, and a renamed column of amounts is noted', async () => {
  const renamed = await open(exportOf(HEADERS, ['Status', 'Lead source', 'Created', 'Deal']));
  expect(lackedColumns(KEPT, renamed.file.headers)).toEqual(['Source']);
  const other = await open(exportOf(HEADERS, ['Status', 'Source', 'Created', 'Amount']));
  const { plan, notes } = await planIn(other);
  expect(notes).toContainEqual({ kind: 'column', header: 'Deal' });
  expect(plan.worth).toBeUndefined();
});

test('the second choice of a date format leaves nothing of the first, and the first comes back', async () => {
  const first = await open(exportOf(HEADERS));
  const { plan } = await planIn(first);
  const read = (format: DateFormat) => {
    if (!plan.leads) throw new Error('No days were chosen');
    return first.thread.ask('measure', { ...plan, leads: { ...plan.leads, dateFormat: format } });
  };
  const [dayFirst, monthFirst, again] = [
    await read('day-first'),
    await read('month-first'),
    await read('day-first'),
  ];
  expect(monthFirst).toMatchObject({
    totalLeads: countByHand((lead) => lead.Created.startsWith('04')).totalLeads,
    totalConversions: countByHand((lead) => lead.Created.startsWith('04')).totalConversions,
  });
  expect(monthFirst.totalConversions).not.toBe(dayFirst.totalConversions);
  expect(again).toEqual(dayFirst);
});
