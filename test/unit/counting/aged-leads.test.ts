import { afterEach, expect, test, vi } from 'vitest';
import { NO_DATES, type LeadFilter, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import { widenDiscoveries } from '#frontend/analysis/judge/widen-discoveries.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { createLeadThread } from '#frontend/threads/leads/client.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { createLoadedFile, datedColumn } from '#frontend/counting/loaded-file.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';

afterEach(() => vi.unstubAllGlobals());

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const dayAt = (age: number) => new Date(Date.UTC(2026, 5, 30) - age * 86_400_000).toISOString().slice(0, 10);

/** Young leads convert at 5%, old ones at 30%, whatever their source. 'New' has young leads only. */
const GROUPS = [
  ['New', 3, 400, 20],
  ['Old', 3, 100, 5],
  ['Other', 3, 100, 5],
  ['Old', 90, 500, 150],
  ['Other', 90, 500, 150],
] as const;

async function labelsOf({ header, leads }: { header: string; leads?: LeadFilter }) {
  stubBrowserThread();
  const thread = createLeadThread();
  const rows = GROUPS.flatMap(([source, age, count, won]) =>
    Array.from({ length: count }, (_, at) => `${dayAt(age)},${at < won ? 'Won' : 'Lost'},${source}`),
  );
  const file = new File([[`${header},Status,Source`, ...rows].join('\n')], 'leads.csv');
  expect((await thread.ask('open', { file, options: {} }, quietly)).ok).toBe(true);
  const plan: Plan = {
    statusColumn: 1,
    qualified: new Set(['Won']),
    attributes: [{ column: 2, field: 'Source', ranges: null, mapping: new Map() }],
    ...(leads && { leads }),
  };
  const [measured, others] = [await thread.ask('measure', plan), await thread.ask('testColumns', plan)];
  const { segments } = judge(widenDiscoveries(measured, others), {
    conversionValue: 100,
    thresholdPercent: 10,
  });
  return Object.fromEntries(
    segments.map(({ value, label, limit }) => [value, limit ? `${label} (${limit})` : label]),
  );
}

test('a source whose leads are only younger is no Use where the file has the date of the lead', async () => {
  expect(await labelsOf({ header: 'Created' })).toMatchObject({ New: 'Test (younger)' });
});

test('a column of other days does not tell the age of the leads', async () => {
  expect(await labelsOf({ header: 'Last Activity Date' })).toMatchObject({ New: 'Use' });
});

test('the column that the visitor chose does, whatever its name', async () => {
  const preset = { ...NO_DATES, leftOutStatuses: new Set<string>(), dateColumn: 0 };
  for (const chosen of [{ dateFormat: 'iso' }, { from: 0 }] as const)
    expect(
      await labelsOf({ header: 'Last Activity Date', leads: { ...preset, ...chosen } }),
      Object.keys(chosen).join(),
    ).toMatchObject({ New: 'Test (younger)' });
  // With which a file opens, without a choice.
  expect(await labelsOf({ header: 'Last Activity Date', leads: preset })).toMatchObject({ New: 'Use' });
});

test('only leads that count are compared', async () => {
  const leads = {
    ...NO_DATES,
    leftOutStatuses: new Set<string>(),
    dateColumn: 0,
    youngerThanDays: 30,
  };
  expect(await labelsOf({ header: 'Created', leads })).toEqual({
    Old: 'No difference',
    Other: 'No difference',
  });
});

test('the whole file tells day from month, also where the leads that count might be read otherwise', async () => {
  const csv = ['Created,Status', '03/04/2026,Won', '05/04/2026,Lost', '13/04/2026,Open'].join('\n');
  const read = await readCsv(new TextEncoder().encode(csv), {}, () => {});
  if (!read.ok) throw new Error(read.error.reason);
  const loaded = createLoadedFile(read.value.table, 2026);
  const leads = { ...NO_DATES, leftOutStatuses: new Set(['Open']), dateColumn: 0 };
  const view = countedLeads(loaded, { statusColumn: 1, leads });
  expect(view.table.rowCount).toBe(2);
  const { codes, dates } = datedColumn(view, leads);
  expect(Array.from(codes, (code) => dates[code])).toEqual([Date.UTC(2026, 3, 3), Date.UTC(2026, 3, 5)]);
});
