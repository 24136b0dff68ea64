import { expect, onTestFinished, test, vi } from 'vitest';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { ConversionAction } from '#frontend/analysis/judge/base-value.ts';
import { REACHED_FORMATS } from '#frontend/analysis/uploads/upload-reach.ts';
import { guessFields } from '#frontend/analysis/uploads/guess-fields.ts';
import { UPLOAD_FORMATS, UPLOAD_FORMAT_IDS } from '#frontend/analysis/uploads/upload-formats.ts';
import { connectThread } from '#frontend/thread/client.ts';
import { createLeadFiles } from '#frontend/thread/lead-files.ts';
import { serveThread } from '#frontend/thread/serve.ts';
import { portPair } from '#test/support/port-pair.ts';
import { makeUploadLeads, UPLOAD_NOW, uploadCsv, type UploadLead } from '#test/support/upload-leads.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

const attribute = (column: number, field: string) => ({ column, field, ranges: null, mapping: new Map() });
const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Qualified']),
  attributes: [attribute(1, 'Source')],
};

async function openLeads(csv: string, plan: Plan = PLAN) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  onTestFinished(() => thread.close());
  const opened = await thread.ask('open', { file: new File([csv], 'leads.csv'), options: {} }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  const files = createLeadFiles(thread, opened.value, plan);
  const worth = { basis: 'conversions', base: 20, ruled: [[]] } as const;
  const asked = { worth, now: UPLOAD_NOW };
  return {
    columns: opened.value.columns,
    files,
    asked,
    reach: (action: ConversionAction = 'every-lead') =>
      files.countReach({ ...asked, action, timeZone: 'Europe/Berlin' }, quietly),
  };
}

/** 100 leads, of which the first 40 have no click id and no address for Google. */
const LEADS = makeUploadLeads(100).map((lead, at): UploadLead =>
  at < 40 ? { ...lead, gclid: '', Email: '', Phone: '' } : lead,
);

test('counts what the files of the platforms take', async () => {
  const { reach, files, columns, asked } = await openLeads(uploadCsv(LEADS));
  const counted = await reach();
  expect(counted).toEqual({
    leads: 100,
    taken: { 'google-data-manager': 60, microsoft: 100, linkedin: 60 },
    gaps: [],
  });
  for (const kind of UPLOAD_FORMAT_IDS) {
    const choices = {
      kind,
      columns: guessFields(columns),
      dateFormat: null,
      timeZone: 'Europe/Berlin',
      conversionName: 'Lead',
      currency: 'EUR',
      phoneCountry: 'DE',
      adUserData: null,
      adPersonalization: null,
    };
    const made = await files.makeUploadFile({ ...asked, action: 'every-lead', choices }, quietly);
    const reached = REACHED_FORMATS.find((format) => format === kind);
    if (reached) expect(made.taken, kind).toBe(counted.taken[reached]);
    // Google's other files take no lead that Data Manager does not take.
    else expect(made.taken, kind).toBeLessThanOrEqual(counted.taken['google-data-manager']);
  }
});

test('counts an action for customers among these only, and no leads that the results leave out', async () => {
  const { reach } = await openLeads(uploadCsv(LEADS));
  const won = LEADS.filter((lead) => lead['Lead Status'] === 'Qualified');
  expect(await reach('converted-leads')).toMatchObject({
    leads: won.length,
    taken: { 'google-data-manager': won.filter(({ gclid }) => gclid !== '').length },
  });
  const without = new Set(['Open']);
  const dates = { dateColumn: null, dateFormat: null, from: null, to: null, youngerThanDays: null };
  const rest = await openLeads(uploadCsv(LEADS), { ...PLAN, leads: { leftOutStatuses: without, ...dates } });
  const open = LEADS.filter((lead) => lead['Lead Status'] === 'Open').length;
  expect(open).toBeGreaterThan(0);
  expect(await rest.reach()).toMatchObject({ leads: 100 - open, taken: { microsoft: 100 - open } });
});

test('takes days, and numbers by their digits without the rules of countries', async () => {
  const leads = LEADS.map((lead, at): UploadLead => ({
    ...lead,
    gclid: '',
    Email: '',
    Phone: at < 30 ? `555-01${String(at).padStart(2, '0')}` : at < 50 ? `123${at}` : '',
    'Created At': lead['Created At']?.slice(0, 10),
  }));
  const { reach } = await openLeads(uploadCsv(leads));
  expect((await reach()).taken).toMatchObject({ 'google-data-manager': 30, linkedin: 0 });
});

test('reads times in the zone that their header names', async () => {
  const takenUnder = async (header: string) => {
    // An hour later than now in UTC, and half an hour before it in Berlin.
    const rows = LEADS.map((_, at) => `Lost,Ads,2026-11-22 12:30:0${at % 10},lead${at}@example.com`);
    const { reach } = await openLeads(`Lead Status,Source,${header},Email\n${rows.join('\n')}\n`);
    return (await reach()).taken.microsoft;
  };
  expect(await takenUnder('Submit Date')).toBe(100);
  expect(await takenUnder('Submit Date (UTC)')).toBe(0);
  expect(await takenUnder('Submitted GMT')).toBe(0);
  expect(await takenUnder('Submitted (GMT+1)')).toBe(100);
});

test('knows the time of a lead by its header in other languages', async () => {
  const csv = (header: string) =>
    `Lead Status,Source,${header},Email\nLost,Ads,2026-11-20 09:30:00,ann@example.com\n`;
  for (const header of ['Fecha de creación', 'Дата создания', '作成日時']) {
    const { reach } = await openLeads(csv(header));
    expect(await reach(), header).toMatchObject({ taken: { microsoft: 1 }, gaps: [] });
  }
  const { reach } = await openLeads(csv('Fecha de cierre'));
  expect(await reach()).toMatchObject({ gaps: ['time'] });
});

test('names the columns that the file lacks', async () => {
  const { reach } = await openLeads(
    'Lead Status,Source,Created At\nQualified,Web,2026-11-20\nLost,Ads,2026-11-19\n',
  );
  expect(await reach()).toEqual({
    leads: 0,
    taken: { 'google-data-manager': 0, microsoft: 0, linkedin: 0 },
    gaps: ['identifier'],
  });
});

test('the formats that are counted have the identifiers of all others', () => {
  const counted = new Set<string>(REACHED_FORMATS.flatMap((kind) => [...UPLOAD_FORMATS[kind].identifiers]));
  for (const kind of UPLOAD_FORMAT_IDS)
    for (const field of UPLOAD_FORMATS[kind].identifiers) expect(counted).toContain(field);
});
