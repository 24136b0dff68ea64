import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import { NO_DATES, type Plan } from '#frontend/analysis/counts/mapping.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { clickIdOf, openByChanceCsv, QUALIFIED_ROW, YOUNG_ROW } from '#test/support/open-by-chance.ts';
import { portPair } from '#test/support/port-pair.ts';
import { NO_FIELDS, UPLOAD_NOW } from '#test/support/upload-leads.ts';

// A file is read as of the day on which it is opened.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: UPLOAD_NOW }));
afterEach(() => vi.useRealTimers());

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

const PLAN: Plan = {
  statusColumn: 1,
  qualified: new Set(['Customer']),
  attributes: [{ column: 0, field: 'Source', ranges: null, mapping: new Map() }],
  worth: { kind: 'column', column: 6 },
};

/** Opens the leads as the page does, and finds their stages. */
async function openFile(csv = openByChanceCsv(), plan = PLAN) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  onTestFinished(() => thread.close());
  const opened = await thread.ask('open', { file: new File([csv], 'leads.csv'), options: {} }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  const stages = await thread.ask('findStages', { statusColumn: 1, qualified: PLAN.qualified });
  if (!stages) throw new Error('No stage is found');
  const open = { plan: stages, win: 1000 };
  const question = {
    plan,
    worth: { basis: 'conversions', base: 170, ruled: [[]] },
    action: 'every-lead',
    choices: {
      kind: 'google-data-manager',
      columns: { ...NO_FIELDS, time: 2, orderId: 7, gclid: 8 },
      dateFormat: null,
      timeZone: 'UTC',
      currency: 'USD',
      phoneCountry: null,
      conversionName: 'Lead',
      adUserData: null,
      adPersonalization: null,
      keepsOrderIds: true,
    },
    now: UPLOAD_NOW,
  } as const;
  return {
    measure: () =>
      thread.ask('measureStages', {
        plan,
        stages,
        thresholdPercent: 10,
        typedShare: null,
        typedAmount: null,
        margin: 1,
      }),
    async leadsFile(worth: Pick<LeadWorth, 'basis' | 'base'>, byChance: boolean) {
      const { blob } = await thread.ask(
        'makeLeadsFile',
        {
          plan,
          worth: { ...worth, ruled: [[]] },
          ...(byChance && { open }),
          valueHeading: 'Lead Value',
          headers: [],
          delimiter: ',',
          encoding: 'utf-8',
        },
        quietly,
      );
      return Papa.parse<Record<string, string>>(await blob.text(), { header: true, skipEmptyLines: true })
        .data;
    },
    upload: (byChance: boolean) =>
      thread.ask('makeUploadFile', { ...question, ...(byChance && { open }) }, quietly),
    correct: (sent: readonly File[]) =>
      thread.ask('makeCorrections', { ...question, open, sent, retractsGone: false }, quietly),
  };
}

const valuesOf = (rows: readonly Record<string, string>[]) => rows.map((row) => Number(row['Lead Value']));
/** The cells of a lead in a file for a platform, which names it by its click or its order id, as numbers. */
const cellsOf = (text: string, row: number) =>
  Papa.parse<string[]>(text)
    .data.find((cells) => cells.includes(clickIdOf(row)) || cells.includes(String(7000 + row)))!
    .map(Number);
const isOpenRow = (row: Record<string, string>) => row['Lifecycle Stage']?.endsWith('Lead') === true;

describe('open leads by their chance', () => {
  test('are told with the money that is expected', async () => {
    const { openLeads } = await (await openFile()).measure();
    expect(openLeads).toMatchObject({ leads: 220, gate: { isPassed: true, check: { days: 20 } } });
    // 40 leads at 0.1 and 20 at 0.5; the first of these brings 300 and not 1,000.
    expect(openLeads!.wins).toBeCloseTo(40 * 0.1 + 20 * 0.5, 9);
    expect(openLeads!.byValue!.win).toBeCloseTo(1000, 9);
    expect(openLeads!.byValue!.total).toBeCloseTo(40 * 0.1 * 1000 + 19 * 0.5 * 1000 + 0.5 * 300, 9);
  });

  test('by conversions have the chance x the worth of a win in the file of leads, and all other leads stay', async () => {
    const { leadsFile } = await openFile();
    const worth = { basis: 'conversions', base: 170 } as const;
    const [before, after] = [await leadsFile(worth, false), await leadsFile(worth, true)];
    expect(before[0]).not.toHaveProperty('Chance to Be Won');
    const values = valuesOf(after);
    expect(values[YOUNG_ROW]).toBeCloseTo(100, 9);
    expect(values[QUALIFIED_ROW]).toBeCloseTo(500, 9);
    expect(values[QUALIFIED_ROW + 1]).toBeCloseTo(500, 9);
    expect(Number(after[QUALIFIED_ROW]!['Chance to Be Won'])).toBeCloseTo(0.5, 9);
    const old = after.filter((row) => isOpenRow(row) && row['Chance to Be Won'] === '0');
    expect(old).toHaveLength(160);
    expect(valuesOf(old)).toEqual(Array.from({ length: 160 }, () => 0));
    const decided = after.flatMap((row, at) => (isOpenRow(row) ? [] : [at]));
    expect(decided).toHaveLength(440);
    expect(decided.map((at) => values[at])).toEqual(decided.map((at) => valuesOf(before)[at]));
    expect(decided.every((at) => after[at]!['Chance to Be Won'] === '')).toBe(true);
  });

  test('by value have their own amount where the file knows it', async () => {
    const { leadsFile } = await openFile();
    const values = valuesOf(await leadsFile({ basis: 'value', base: 170 }, true));
    expect(values[YOUNG_ROW]).toBeCloseTo(100, 9);
    expect(values[QUALIFIED_ROW]).toBeCloseTo(150, 9);
    expect(values[QUALIFIED_ROW + 1]).toBeCloseTo(500, 9);
  });

  test('are uploaded with these values, and those of no value are not', async () => {
    const { upload, correct } = await openFile();
    const [before, after] = [await upload(false), await upload(true)];
    expect(before.dropped.some(({ reason }) => reason === 'no-value')).toBe(false);
    expect(after.dropped).toContainEqual({ reason: 'no-value', leads: 160 });
    expect(after.taken).toBe(before.taken - 160);
    const textOf = ({ blob }: typeof after) => blob.text();
    expect(cellsOf(await textOf(after), QUALIFIED_ROW)).toContain(500);
    expect(cellsOf(await textOf(before), QUALIFIED_ROW)).not.toContain(500);
    // An earlier upload is corrected to the chance.
    const sent = new File([await textOf(before)], 'sent.csv');
    const corrected = await correct([sent]);
    if (!corrected.ok) throw new Error(corrected.error.reason);
    const restated = corrected.value.files.find(({ kind }) => kind === 'restate')!;
    expect(cellsOf(await restated.blob.text(), QUALIFIED_ROW)).toContain(500);
    expect(restated.taken).toBe(60);
  });

  test('that are left out have no value, and the chances of the others stay', async () => {
    const leads = { ...NO_DATES, leftOutStatuses: new Set(['Lead']) };
    const { leadsFile } = await openFile(openByChanceCsv(), { ...PLAN, leads });
    const rows = await leadsFile({ basis: 'conversions', base: 170 }, true);
    expect(rows[YOUNG_ROW]).toMatchObject({ 'Lead Value': '', 'Chance to Be Won': '' });
    expect(valuesOf(rows)[QUALIFIED_ROW]).toBeCloseTo(500, 9);
  });

  test.each([
    ['where fewer of the new leads were won than expected', { isSame: false }],
    ['without days of loss', { hasLosses: false }],
  ])('have the values of leads like them %s', async (_, changes) => {
    const { leadsFile, measure } = await openFile(openByChanceCsv(changes));
    expect((await measure()).openLeads?.gate.isPassed ?? false).toBe(false);
    const worth = { basis: 'conversions', base: 170 } as const;
    const [before, after] = [await leadsFile(worth, false), await leadsFile(worth, true)];
    expect(valuesOf(after)).toEqual(valuesOf(before));
    expect(after.every((row) => row['Chance to Be Won'] === '')).toBe(true);
  });
});
