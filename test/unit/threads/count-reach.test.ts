import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import { REACHED_FORMATS } from '#frontend/analysis/platforms/upload-reach.ts';
import { guessFields } from '#frontend/analysis/uploads/guess-fields.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import type { ReachQuestion } from '#frontend/threads/leads/count-reach.ts';
import { createLeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { UPLOAD_FORMATS, UPLOAD_FORMAT_IDS } from '#frontend/analysis/platforms/upload-formats.ts';
import { portPair } from '#test/support/port-pair.ts';
import { makeUploadLeads, UPLOAD_NOW, uploadCsv, type UploadLead } from '#test/support/upload-leads.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

const attribute = (column: number, field: string) => ({ column, field, ranges: null, mapping: new Map() });
const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Qualified']),
  attributes: [attribute(1, 'Source')],
};

/** The form before the visitor has chosen anything. */
const UNTOUCHED: ReachQuestion['choices'] = {
  columns: {},
  dateFormat: null,
  dropsDays: false,
  adUserData: null,
  deviceZone: 'Europe/Berlin',
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
    reach: (action: ConversionAction = 'every-lead', choices: Partial<ReachQuestion['choices']> = {}) =>
      files.countReach({ ...asked, action, choices: { ...UNTOUCHED, ...choices } }, quietly),
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
    missed: { 'google-data-manager': 'no-identifier', microsoft: null, linkedin: 'no-address' },
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

const DATED = LEADS.map((lead, at): UploadLead => ({
  ...lead,
  // Four of today; all others of the days before.
  'Created At': at < 4 ? '2026-11-22' : '2026-11-2' + (at % 2),
}));

describe('follows the form of uploads:', () => {
  const google = async (leads: readonly UploadLead[], choices: Partial<ReachQuestion['choices']>) =>
    (await (await openLeads(uploadCsv(leads))).reach('every-lead', choices)).taken['google-data-manager'];

  test('a column that is chosen by hand, in place of the guess', async () => {
    const { reach, columns } = await openLeads(uploadCsv(LEADS));
    const { gclid, email, phone } = guessFields(columns);
    const unmapped = Object.fromEntries(
      Object.keys(guessFields(columns)).map((field) => [field, null]),
    ) as ReachQuestion['choices']['columns']; // all fields
    expect(await reach('every-lead', { columns: { gclid: null, email: null, phone } })).toMatchObject({
      taken: { 'google-data-manager': 60, linkedin: 0 },
    });
    expect(await reach('every-lead', { columns: { gclid: email, email: null, phone: null } })).toMatchObject({
      taken: { 'google-data-manager': 0 },
      missed: { 'google-data-manager': 'damaged-click-id' },
    });
    expect(gclid).not.toBeNull();
    expect(await reach('every-lead', { columns: unmapped })).toMatchObject({
      leads: 0,
      gaps: ['identifier', 'time'],
    });
    // And a column that nothing but the visitor's choice makes one.
    const named = uploadCsv(LEADS).replace('"Created At"', '"Zeile"');
    const renamed = await openLeads(named);
    expect((await renamed.reach()).gaps).toEqual(['time']);
    const time = guessFields(columns).time;
    expect(await renamed.reach('every-lead', { columns: { time } })).toMatchObject({ leads: 100, gaps: [] });
  });

  test('days without a time of day, those of today, and their zone', async () => {
    expect(await google(DATED, {})).toBe(60);
    expect(await google(DATED, { dropsDays: true })).toBe(0);
    const today = DATED.map((lead, at): UploadLead => ({
      ...lead,
      'Created At': at >= 96 ? '2026-11-22' : lead['Created At'],
    }));
    expect(await google(today, {})).toBe(56);
    // In Auckland that day has ended at the moment of the test, 12:00 UTC.
    expect(await google(today, { timeZone: 'Pacific/Auckland' })).toBe(60);
    expect(await google(today, { timeZone: null })).toBe(0);
    expect(await google(today, { deviceZone: 'Pacific/Auckland' })).toBe(60);
  });

  test('the zone that the header of the times names, before that of this device', async () => {
    const today = uploadCsv(DATED.map((lead) => ({ ...lead, 'Created At': '2026-11-22' })));
    const inUtc = await openLeads(today.replace('"Created At"', '"Created At (UTC)"'));
    const inAuckland = { deviceZone: 'Pacific/Auckland' };
    expect((await inUtc.reach('every-lead', inAuckland)).taken['google-data-manager']).toBe(0);
    const chosen = await inUtc.reach('every-lead', { timeZone: 'Pacific/Auckland' });
    expect(chosen.taken['google-data-manager']).toBe(60);
  });

  test('consent that is denied for all, where the file takes it', async () => {
    const { reach } = await openLeads(uploadCsv(LEADS));
    const denied = { adUserData: 'Denied', columns: { adUserData: null } } as const;
    expect(await reach('every-lead', denied)).toMatchObject({
      leads: 100,
      taken: { 'google-data-manager': 0, microsoft: 100 },
      missed: { 'google-data-manager': 'consent-denied' },
    });
  });

  test('how dates are written', async () => {
    const written = LEADS.map((lead, at): UploadLead => ({
      ...lead,
      'Created At': '1' + (at % 3) + '/11/2026',
    }));
    expect(await google(written, { dateFormat: 'day-first' })).toBe(60);
    // Month first, December 11 is in the future: a third of the 60.
    expect(await google(written, { dateFormat: 'month-first' })).toBe(40);
  });
});

test('gives the same figures whatever rules stand beside the values', async () => {
  const { files, asked } = await openLeads(uploadCsv(LEADS));
  const counted = (ruled: string[][]) =>
    files.countReach(
      { ...asked, worth: { ...asked.worth, ruled }, action: 'every-lead', choices: UNTOUCHED },
      quietly,
    );
  expect(await counted([['Referral', 'Display']])).toEqual(await counted([]));
});

test('names the columns that the file lacks', async () => {
  const { reach } = await openLeads(
    'Lead Status,Source,Created At\nQualified,Web,2026-11-20\nLost,Ads,2026-11-19\n',
  );
  expect(await reach()).toEqual({
    leads: 0,
    taken: { 'google-data-manager': 0, microsoft: 0, linkedin: 0 },
    missed: { 'google-data-manager': null, microsoft: null, linkedin: null },
    gaps: ['identifier'],
  });
});

test('the formats that are counted have the identifiers of all others', () => {
  const counted = new Set<string>(REACHED_FORMATS.flatMap((kind) => [...UPLOAD_FORMATS[kind].identifiers]));
  for (const kind of UPLOAD_FORMAT_IDS)
    for (const field of UPLOAD_FORMATS[kind].identifiers) expect(counted).toContain(field);
});
