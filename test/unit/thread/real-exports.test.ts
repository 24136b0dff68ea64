import { expect, test, vi } from 'vitest';
import { judge, pickMeasurement } from '#frontend/analysis/analyse.ts';
import { findLeadFactors } from '#frontend/analysis/lead-factors.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import type { Basis } from '#frontend/analysis/worth.ts';
import { connectThread } from '#frontend/thread/client.ts';
import { createLeadFiles } from '#frontend/thread/lead-files.ts';
import type { UploadQuestion } from '#frontend/thread/make-upload-file.ts';
import { serveThread } from '#frontend/thread/serve.ts';
import { portPair } from '#test/support/port-pair.ts';
import { UPLOAD_NOW } from '#test/support/upload-leads.ts';

/*
 * Exports as programs write them, and the files that leave for them, written by hand: figures by a calculator with
 * the formula of the adjusted lift, (sum x N + 50 x S) / ((n + 50) x S), hashes by Python's hashlib. Each file is
 * compared byte by byte.
 */

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
const NOWHERE = {
  gclid: null,
  gbraid: null,
  wbraid: null,
  msclkid: null,
  email: null,
  phone: null,
  country: null,
};
const NO_COLUMNS = { ...NOWHERE, time: null, orderId: null, adUserData: null, adPersonalization: null };
const attribute = (column: number, field: string) => ({ column, field, ranges: null, mapping: new Map() });
const NO_DATES = { dateColumn: null, dateFormat: null, from: null, to: null, youngerThanDays: null };

/** Drops a file, analyses it, and makes files of its leads as the page does. */
async function makeFiles(
  bytes: Buffer,
  plan: Plan,
  { basis, conversionValue }: { basis: Basis; conversionValue: number },
) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const opened = await thread.open(new File([new Uint8Array(bytes)], 'leads.csv'), {}, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  const measurement = pickMeasurement(await thread.measure(plan), basis);
  const analysis = judge(measurement, { conversionValue, thresholdPercent: 5 });
  const action = 'every-lead';
  const factors = findLeadFactors(analysis, { multipliers: 'suggested', action, usesUnclear: true });
  const files = createLeadFiles(thread, opened.value, plan);
  return {
    upload: (choices: UploadQuestion['choices']) =>
      files.makeUploadFile({ factors, action, choices, now: UPLOAD_NOW }, quietly),
    own: (valueHeading: string) => files.makeLeadsFile({ factors, valueHeading }, quietly),
  };
}

const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());
const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`;

test('a German export with a decimal comma: semicolons, Windows-1252, points in thousands, days first', async () => {
  const leads = [
    'Quelle;Status;Auftragswert;E-Mail;Telefon;Erstellt am;Größe',
    'Messe;Gewonnen;1.250,00;Max.Muster@Example.de;030 901820;02.11.2026 09:30;groß',
    'Messe;Gewonnen;750,50;;4915112345678;03.11.2026 08:05;groß',
    'Messe;Verloren;;anna@example.de;;04.11.2026 10:00;klein',
    'Messe;Verloren;9.999,00;;0316 123456 (AT);05.11.2026 10:00;klein',
    'Messe;Offen;;jonas@example.de;555;06.11.2026 23:59;klein',
    'Web;Gewonnen;99,50;lena@example.de;;07.11.2026 00:00;groß',
    'Web;Verloren;;;;08.11.2026 10:00;klein',
    'Web;Verloren;;a@b;;09.11.2026 10:00;klein',
    'Web;Offen;;anna@example.de;;10.11.2026;klein',
    'Web;Offen;;anna@example.de;;01.08.2026 10:00;klein',
    'Web;Spam;;spam@example.de;;11.11.2026 10:00;klein',
  ];
  const plan: Plan = {
    statusColumn: 1,
    qualified: new Set(['Gewonnen']),
    attributes: [attribute(0, 'Quelle')],
    worth: { kind: 'column', column: 2 },
    leads: { leftOutStatuses: new Set(['Spam']), ...NO_DATES },
  };
  const files = await makeFiles(Buffer.from(lines(...leads), 'latin1'), plan, {
    basis: 'value',
    conversionValue: 100,
  });
  const upload = await files.upload({
    kind: 'google-enhanced',
    columns: { ...NO_COLUMNS, email: 3, phone: 4, time: 5 },
    dateFormat: null,
    timeZone: 'Europe/Berlin',
    conversionName: 'Auftrag',
    currency: 'EUR',
    phoneCountry: 'DE',
    adUserData: 'Granted',
    adPersonalization: null,
  });
  // 10 leads worth 2,100. Messe: 5 leads, 2,000.50: 210 x 125,005 / 115,500 = 227.2818...; Web: 210 x 105,995 / 115,500.
  expect((await bytesOf(upload.blob)).toString('utf8')).toBe(
    lines(
      'Parameters:TimeZone=Europe/Berlin',
      'Email,Phone Number,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Ad User Data',
      'a3d13de294683dc7b3d5d437b4042cb263d4b4eda51838ec31a9d9df51f3f087,4db5829924ee5c466cbd9ac69b2a6af527f758614fa3b3aec8c89b16a709a678,Auftrag,2026-11-02 09:30:00,227.28,EUR,Granted',
      ',536afd523e19dc83fccba822ef5e4ca646111314aaf0aa286667c5bea18dd70b,Auftrag,2026-11-03 08:05:00,227.28,EUR,Granted',
      '25ffd4ca1b96b0784bb963640c3921f87adfce565e9fe65646f867a84fa50dfd,,Auftrag,2026-11-04 10:00:00,227.28,EUR,Granted',
      'bf27c749474abb5a41536415d902d93de8ee79446c3a9dc02802f744d2542ed5,,Auftrag,2026-11-06 23:59:00,227.28,EUR,Granted',
      '3cf6d7138091f1b214d29403ac31dbcdff44561fb8304b3466595aca921c4a07,,Auftrag,2026-11-07 00:00:00,192.72,EUR,Granted',
    ),
  );
  expect(upload.dropped).toEqual([
    { reason: 'bad-address', leads: 2 },
    { reason: 'left-out-status', leads: 1 },
    { reason: 'no-address', leads: 1 },
    { reason: 'no-time', leads: 1 },
    { reason: 'too-old', leads: 1 },
  ]);
  expect(upload.keptWithout).toEqual({ phone: 1, email: 0, consent: 0, braid: 0 });
  const own = await files.own('Lead Value (€)');
  const row = (lead: number, added: string) => `${leads[lead]};${added}`;
  const messe = '227.28181818181818;Messe;Quelle: Messe;';
  const web = '192.71818181818182;Web;Quelle: Web;';
  expect(await bytesOf(own.blob)).toEqual(
    Buffer.from(
      lines(
        row(0, 'Lead Value (€);Quelle Segment;Value Rules;Why No Value'),
        ...[1, 2, 3, 4, 5].map((lead) => row(lead, messe)),
        ...[6, 7, 8, 9, 10].map((lead) => row(lead, web)),
        row(11, ';;;Status left out in step 3'),
      ).replaceAll('€', '\x80'), // as Windows-1252 has it
      'latin1',
    ),
  );
});

test('an export with times in the hour that Berlin had twice, with and without offsets', async () => {
  const leads = [
    'gclid,Lead Source,Lead Status,Submitted At',
    'EAIaIQobChMI-autumn_01,Search,Qualified,2026-10-25 01:59:59',
    'EAIaIQobChMI-autumn_02,Search,Qualified,2026-10-25T02:15:00+02:00',
    'EAIaIQobChMI-autumn_03,Search,Lost,2026-10-25T02:15:00+01:00',
    'EAIaIQobChMI-autumn_04,Search,Lost,2026-10-25 02:15:00',
    'EAIaIQobChMI-autumn_05,Social,Qualified,2026-10-25T00:59:59Z',
    'EAIaIQobChMI-autumn_06,Social,Lost,2026-10-25T01:59:59Z',
    'EAIaIQobChMI-autumn_07,Social,Lost,2026-10-25 03:00:00',
    'EAIaIQobChMI-autumn_08,Social,Lost,2026-10-25 02:59:59 UTC',
  ];
  const plan: Plan = {
    statusColumn: 2,
    qualified: new Set(['Qualified']),
    attributes: [attribute(1, 'Lead Source')],
  };
  const files = await makeFiles(Buffer.from(`${leads.join('\n')}\n`), plan, {
    basis: 'conversions',
    conversionValue: 120,
  });
  const shared = {
    columns: { ...NO_COLUMNS, gclid: 0, time: 3 },
    dateFormat: null,
    timeZone: 'Europe/Berlin',
    conversionName: 'Lead',
    currency: 'EUR',
    phoneCountry: null,
    adUserData: null,
    adPersonalization: null,
  };
  const clicks = await files.upload({ kind: 'google-clicks', ...shared });
  // 3 of 8 at 120: 45 a lead. Search: 2 of 4: 45 x 166 / 162; Social: 1 of 4: 45 x 158 / 162.
  expect((await bytesOf(clicks.blob)).toString('utf8')).toBe(
    lines(
      'Parameters:TimeZone=Europe/Berlin',
      'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      'EAIaIQobChMI-autumn_01,Lead,2026-10-25 01:59:59,46.11,EUR',
      'EAIaIQobChMI-autumn_02,Lead,2026-10-25 02:15:00+0200,46.11,EUR',
      'EAIaIQobChMI-autumn_03,Lead,2026-10-25 02:15:00+0100,46.11,EUR',
      'EAIaIQobChMI-autumn_04,Lead,2026-10-25 02:15:00+0100,46.11,EUR',
      'EAIaIQobChMI-autumn_05,Lead,2026-10-25 02:59:59+0200,43.89,EUR',
      'EAIaIQobChMI-autumn_06,Lead,2026-10-25 02:59:59+0100,43.89,EUR',
      'EAIaIQobChMI-autumn_07,Lead,2026-10-25 03:00:00,43.89,EUR',
      'EAIaIQobChMI-autumn_08,Lead,2026-10-25 03:59:59,43.89,EUR',
    ),
  );
  const manager = await files.upload({ kind: 'google-data-manager', ...shared });
  expect((await bytesOf(manager.blob)).toString('utf8')).toBe(
    lines(
      'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      'EAIaIQobChMI-autumn_01,Lead,2026-10-24T23:59:59Z,46.11,EUR',
      'EAIaIQobChMI-autumn_02,Lead,2026-10-25T00:15:00Z,46.11,EUR',
      'EAIaIQobChMI-autumn_03,Lead,2026-10-25T01:15:00Z,46.11,EUR',
      'EAIaIQobChMI-autumn_04,Lead,2026-10-25T01:15:00Z,46.11,EUR',
      'EAIaIQobChMI-autumn_05,Lead,2026-10-25T00:59:59Z,43.89,EUR',
      'EAIaIQobChMI-autumn_06,Lead,2026-10-25T01:59:59Z,43.89,EUR',
      'EAIaIQobChMI-autumn_07,Lead,2026-10-25T02:00:00Z,43.89,EUR',
      'EAIaIQobChMI-autumn_08,Lead,2026-10-25T02:59:59Z,43.89,EUR',
    ),
  );
});
