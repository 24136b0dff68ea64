import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { judge, pickMeasurement } from '#frontend/analysis/judge/analyse.ts';
import { findLeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import { guessCondition } from '#frontend/analysis/platforms/guess-condition.ts';
import type { ConditionKind, PlatformId } from '#contract/platforms.ts';
import type { Plan, Basis } from '#frontend/analysis/counts/mapping.ts';
import { writeCsv, type CsvFormat } from '#frontend/csv/write.ts';
import { lookupSheet } from '#frontend/exports/lookup.ts';
import { exportSteps } from '#frontend/exports/plan-sheet.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { createLeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { UploadQuestion } from '#frontend/threads/leads/check-leads.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { portPair } from '#test/support/port-pair.ts';
import { NO_FIELDS, UPLOAD_NOW } from '#test/support/upload-leads.ts';

/*
 * Exports as programs write them, and the files that leave for them, written by hand: figures by a Python program of
 * the formulas of balanced multipliers, strength and best estimate, which knows nothing of the code here; hashes by Python's hashlib, those of many leads by Node. Each file is compared byte by byte.
 */

const quietly = { onProgress: () => {}, signal: new AbortController().signal };
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
  const opened = await thread.ask(
    'open',
    { file: new File([new Uint8Array(bytes)], 'leads.csv'), options: {} },
    quietly,
  );
  if (!opened.ok) throw new Error(opened.error.reason);
  const measurement = pickMeasurement(await thread.ask('measure', plan), basis);
  const analysis = judge(measurement, { conversionValue, thresholdPercent: 5 });
  const action = 'every-lead';
  const worth = findLeadWorth(analysis, { action });
  const tally = await thread.ask('tally', basis === 'value' ? plan : { ...plan, worth: null });
  const files = createLeadFiles(thread, opened.value, plan);
  return {
    upload: (asked: UploadQuestion['choices']) =>
      files.makeUploadFile({ worth, action, choices: asked, now: UPLOAD_NOW }, quietly),
    lookup: (format?: CsvFormat) =>
      writeCsv(lookupSheet({ action, analysis, tally, currency: 'EUR' }), format),
    own: (valueHeading: string) => files.makeLeadsFile({ worth, valueHeading }, quietly),
    plansFor: (kinds: readonly ConditionKind[]) =>
      thread.ask('planPlatforms', {
        plan,
        basis,
        thresholdPercent: 5,
        choices: {
          kinds,
          includesTests: false,
          isSpecialOffer: false,
        },
      }),
    guesses: analysis.fields.map(({ name, values }) => guessCondition(name, values)),
    baseValue: worth.base,
  };
}

/** The step sheet as it is downloaded on 22 November 2026. */
async function stepSheet(
  platform: PlatformId,
  { plansFor, baseValue }: Pick<Awaited<ReturnType<typeof makeFiles>>, 'plansFor' | 'baseValue'>,
  kinds: readonly ConditionKind[],
) {
  const plan = (await plansFor(kinds))[platform];
  const leftOut = plan.leftOut.map(({ value, reason }) => [value, reason]);
  const { rows } = exportSteps({
    platform,
    plan,
    fileName: 'leads.csv',
    action: 'every-lead',
    baseValue,
    isRescaled: false,
    date: new Date(2026, 10, 22),
  });
  return { csv: writeCsv(rows), leftOut };
}

const hashOf = (address: string) => createHash('sha256').update(address).digest('hex');
const BYTE_ORDER_MARK = '\uFEFF';
const GOOGLE_NOTE =
  '"Rules touch all biddable conversion actions of the account, in Search, Shopping, Display and Performance Max campaigns. They work with Target ROAS and Maximize conversion value. If a manager account tracks your conversions, enter the rules there. Check in your account: limits change, and not every account has the same. Which of two equally specific rules Google applies, we could not verify. Limits of Google Ads as of 2026-11: https://support.google.com/google-ads/answer/10518330 https://support.google.com/google-ads/answer/10520348 https://developers.google.com/google-ads/api/docs/conversions/conversion-value-rules https://support.google.com/google-ads/answer/16031752"';
const META_SOURCES =
  'https://developers.facebook.com/documentation/ads-commerce/marketing-api/bidding/value-rules https://www.facebook.com/business/help/2220749868045706';
const META_NOTE = `"Meta’s rules have no effect in lead campaigns whose conversion location is website and calls, nor in sales campaigns with website and shop. Check in your account: limits change, and not every account has the same. Meta’s page on value rules lists 45-55, probably for 45-54: 45-54 is what we name. The way to value rules and audience labels in Ads Manager is second-hand: we have it from others, not from Meta itself. Limits of Meta as of 2026-11: ${META_SOURCES}"`;
const META_LAST_STEPS = [
  'Lead values 2026-11-22,Check that the rules are in this order: the first one that matches applies. Save.',
  'Ads Manager > your ad set > Value rules,Select Lead values 2026-11-22. Publish.',
];

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
    columns: { ...NO_FIELDS, email: 3, phone: 4, time: 5 },
    dateFormat: null,
    timeZone: 'Europe/Berlin',
    conversionName: 'Auftrag',
    currency: 'EUR',
    phoneCountry: 'DE',
    adUserData: 'Granted',
    adPersonalization: null,
  });
  // 10 leads worth 2,100. Balanced 227.2818... and 192.7182; with a strength of 7.1023: Messe (2,000.5 + 7.1023 x 227.2818) / 12.1023 = 298.68, Web 121.32.
  expect((await bytesOf(upload.blob)).toString('utf8')).toBe(
    lines(
      'Parameters:TimeZone=+0000',
      'Email,Phone Number,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Ad User Data',
      'a3d13de294683dc7b3d5d437b4042cb263d4b4eda51838ec31a9d9df51f3f087,4db5829924ee5c466cbd9ac69b2a6af527f758614fa3b3aec8c89b16a709a678,Auftrag,2026-11-02 08:30:00,298.68,EUR,Granted',
      ',536afd523e19dc83fccba822ef5e4ca646111314aaf0aa286667c5bea18dd70b,Auftrag,2026-11-03 07:05:00,298.68,EUR,Granted',
      '25ffd4ca1b96b0784bb963640c3921f87adfce565e9fe65646f867a84fa50dfd,,Auftrag,2026-11-04 09:00:00,298.68,EUR,Granted',
      'bf27c749474abb5a41536415d902d93de8ee79446c3a9dc02802f744d2542ed5,,Auftrag,2026-11-06 22:59:00,298.68,EUR,Granted',
      '3cf6d7138091f1b214d29403ac31dbcdff44561fb8304b3466595aca921c4a07,,Auftrag,2026-11-06 23:00:00,121.32,EUR,Granted',
      // A day without a time of day.
      '25ffd4ca1b96b0784bb963640c3921f87adfce565e9fe65646f867a84fa50dfd,,Auftrag,2026-11-10 22:59:59,121.32,EUR,Granted',
    ),
  );
  expect(upload.dropped).toEqual([
    { reason: 'bad-address', leads: 2 },
    { reason: 'left-out-status', leads: 1 },
    { reason: 'no-address', leads: 1 },
    { reason: 'too-old', leads: 1 },
  ]);
  expect(upload.takenWithout).toMatchObject({ phone: 1, email: 0, consent: 0, braid: 0 });
  const own = await files.own('Lead Value (€)');
  const row = (lead: number, added: string) => `${leads[lead]};${added}`;
  const messe = '298.6806121298231;Messe;Quelle: Messe;';
  const web = '121.31938787017687;Web;Quelle: Web;';
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
  expect(files.lookup('semicolon')).toBe(
    BYTE_ORDER_MARK +
      lines(
        'Key;Lead Value;Currency',
        'Messe;298,6806121298231;EUR',
        'Web;121,31938787017687;EUR',
        '*;210;EUR',
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
    columns: { ...NO_FIELDS, gclid: 0, time: 3 },
    dateFormat: null,
    timeZone: 'Europe/Berlin',
    conversionName: 'Lead',
    currency: 'EUR',
    phoneCountry: null,
    adUserData: null,
    adPersonalization: null,
  };
  const clicks = await files.upload({ kind: 'google-clicks', ...shared });
  // 3 of 8 at 120: 45 a lead. Search has 2 of 4, Social 1 of 4: too few for a spread of their own. The second program of shaped-figures.ts: 46.294937 and 43.705063.
  expect((await bytesOf(clicks.blob)).toString('utf8')).toBe(
    lines(
      'Parameters:TimeZone=+0000',
      'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      'EAIaIQobChMI-autumn_01,Lead,2026-10-24 23:59:59,46.29,EUR',
      'EAIaIQobChMI-autumn_02,Lead,2026-10-25 00:15:00,46.29,EUR',
      'EAIaIQobChMI-autumn_03,Lead,2026-10-25 01:15:00,46.29,EUR',
      'EAIaIQobChMI-autumn_04,Lead,2026-10-25 01:15:00,46.29,EUR',
      'EAIaIQobChMI-autumn_05,Lead,2026-10-25 00:59:59,43.71,EUR',
      'EAIaIQobChMI-autumn_06,Lead,2026-10-25 01:59:59,43.71,EUR',
      'EAIaIQobChMI-autumn_07,Lead,2026-10-25 02:00:00,43.71,EUR',
      'EAIaIQobChMI-autumn_08,Lead,2026-10-25 02:59:59,43.71,EUR',
    ),
  );
  const manager = await files.upload({ kind: 'google-data-manager', ...shared });
  expect((await bytesOf(manager.blob)).toString('utf8')).toBe(
    lines(
      'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      'EAIaIQobChMI-autumn_01,Lead,2026-10-24T23:59:59Z,46.29,EUR',
      'EAIaIQobChMI-autumn_02,Lead,2026-10-25T00:15:00Z,46.29,EUR',
      'EAIaIQobChMI-autumn_03,Lead,2026-10-25T01:15:00Z,46.29,EUR',
      'EAIaIQobChMI-autumn_04,Lead,2026-10-25T01:15:00Z,46.29,EUR',
      'EAIaIQobChMI-autumn_05,Lead,2026-10-25T00:59:59Z,43.71,EUR',
      'EAIaIQobChMI-autumn_06,Lead,2026-10-25T01:59:59Z,43.71,EUR',
      'EAIaIQobChMI-autumn_07,Lead,2026-10-25T02:00:00Z,43.71,EUR',
      'EAIaIQobChMI-autumn_08,Lead,2026-10-25T02:59:59Z,43.71,EUR',
    ),
  );
  // The rules change less than 5%, so no lead has one. 415 / 9 with the last digit of its product.
  const own = await files.own('Lead Value (EUR)');
  const search = '46.294936986036255,Search,';
  const social = '43.705063013963745,Social,';
  const added = [search, search, search, search, social, social, social, social];
  expect((await bytesOf(own.blob)).toString('utf8')).toBe(
    BYTE_ORDER_MARK +
      lines(
        `${leads[0]},Lead Value (EUR),Lead Source Segment,Value Rules`,
        ...added.map((cells, at) => `${leads[at + 1]},${cells}`),
      ),
  );
  expect(files.lookup()).toBe(
    BYTE_ORDER_MARK +
      lines(
        'Key,Lead Value,Currency',
        'Search,46.294936986036255,EUR',
        'Social,43.705063013963745,EUR',
        '*,45,EUR',
      ),
  );
});

test('an export with a column of currencies: amounts of another one are refused, never converted', async () => {
  const leads = [
    'Lead ID,Lead Source,Stage,Amount,Amount Currency,gclid,Email,Created Date',
    'L-01,Partner,Closed Won,"1,850.00",EUR,EAIaIQobChMI-euro_01,,2026-11-02T09:30:00Z',
    'L-02,Partner,Closed Won,900.00,EUR,,Eva.Stein@Firma.example,2026-11-03T08:05:00+01:00',
    'L-03,Partner,Closed Won,"5,000.00",USD,EAIaIQobChMI-euro_03,,2026-11-04T10:00:00Z',
    'L-04,Partner,Closed Lost,700.00,EUR,EAIaIQobChMI-euro_04,,2026-11-05T10:00:00Z',
    'L-05,Partner,Open,,EUR,,,2026-11-06T10:00:00Z',
    'L-06,Web,Closed Won,550.00,EUR,EAIaIQobChMI-euro_06,,2026-11-07T10:00:00Z',
    'L-07,Web,Closed Lost,,USD,EAIaIQobChMI-euro_07,,2026-11-08T10:00:00Z',
    'L-08,Web,Open,250.00,GBP,EAIaIQobChMI-euro_08,,2026-11-09T10:00:00Z',
    'L-09,Web,Open,,EUR,,eva.stein@firma.example,2026-11-10T10:00:00Z',
    'L-10,Web,Closed Lost,0.00,USD,EAIaIQobChMI-euro_10,,2026-11-11T10:00:00Z',
  ];
  const plan: Plan = {
    statusColumn: 2,
    qualified: new Set(['Closed Won']),
    attributes: [attribute(1, 'Lead Source')],
    worth: { kind: 'column', column: 3, currency: { code: 'EUR' } },
  };
  const files = await makeFiles(Buffer.from(lines(...leads)), plan, { basis: 'value', conversionValue: 100 });
  const upload = await files.upload({
    kind: 'google-data-manager',
    columns: { ...NO_FIELDS, gclid: 5, email: 6, time: 7 },
    dateFormat: null,
    timeZone: 'Europe/Berlin',
    conversionName: 'Deal',
    currency: 'EUR',
    phoneCountry: null,
    adUserData: null,
    adPersonalization: null,
  });
  // 10 leads worth 3,300 EUR. Balanced 350 and 310; with a strength of 11.2959: Partner (2,750 + 11.2959 x 350) / 16.2959 = 411.37, Web 248.63.
  expect((await bytesOf(upload.blob)).toString('utf8')).toBe(
    lines(
      'Google Click ID,Email,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      'EAIaIQobChMI-euro_01,,Deal,2026-11-02T09:30:00Z,411.37,EUR',
      ',fbb9b5d6099015594cca2fb41e98e2542abe5d63f18e899271c7f71d893b2c80,Deal,2026-11-03T07:05:00Z,411.37,EUR',
      'EAIaIQobChMI-euro_04,,Deal,2026-11-05T10:00:00Z,411.37,EUR',
      'EAIaIQobChMI-euro_06,,Deal,2026-11-07T10:00:00Z,248.63,EUR',
      'EAIaIQobChMI-euro_07,,Deal,2026-11-08T10:00:00Z,248.63,EUR',
      ',fbb9b5d6099015594cca2fb41e98e2542abe5d63f18e899271c7f71d893b2c80,Deal,2026-11-10T10:00:00Z,248.63,EUR',
      'EAIaIQobChMI-euro_10,,Deal,2026-11-11T10:00:00Z,248.63,EUR',
    ),
  );
  expect(upload.dropped).toEqual([
    { reason: 'other-currency', leads: 2 },
    { reason: 'no-identifier', leads: 1 },
  ]);
  const own = await files.own('Lead Value (EUR)');
  const partner = '411.3652932496064,Partner,Lead Source: Partner,';
  const web = '248.63470675039358,Web,Lead Source: Web,';
  const other = ',,,"Amount in another currency, or in none that the file names"';
  const added = [partner, partner, other, partner, partner, web, web, other, web, web];
  expect((await bytesOf(own.blob)).toString('utf8')).toBe(
    BYTE_ORDER_MARK +
      lines(
        `${leads[0]},Lead Value (EUR),Lead Source Segment,Value Rules,Why No Value`,
        ...added.map((cells, at) => `${leads[at + 1]},${cells}`),
      ),
  );
  expect(files.lookup()).toBe(
    BYTE_ORDER_MARK +
      lines(
        'Key,Lead Value,Currency',
        'Partner,411.3652932496064,EUR',
        'Web,248.63470675039358,EUR',
        '*,330,EUR',
      ),
  );
});

test("an export with ages: Meta's steps have the ages that it takes, and refuse the others", async () => {
  // Per age: leads, conversions, the value of a lead, and the value rule.
  const ages = [
    ['18-24', 200, 20, '10.640336304820138'],
    ['25-34', 200, 60, '29.900548937993747'],
    ['45-65', 200, 100, '49.420005541485054'],
    ['under 25', 100, 10, '11.212490782903672'],
    ['55+', 100, 50, '48.86572764849845'],
  ] as const;
  const leads = ages.flatMap(([age, count, converted], group) =>
    Array.from({ length: count }, (_, at) => ({
      group,
      email: `age${group}.lead${at}@example.com`,
      cells: `l:${group}${at}\t2026-11-02T09:30:00+0100\t${age}\tage${group}.lead${at}@example.com\t${at < converted ? 'Customer' : 'Lost'}`,
    })),
  );
  const header = 'id\tcreated_time\tage\temail\tlead_status';
  const export_ = BYTE_ORDER_MARK + lines(header, ...leads.map(({ cells }) => cells));
  const plan: Plan = {
    statusColumn: 4,
    qualified: new Set(['Customer']),
    attributes: [attribute(2, 'age')],
  };
  const files = await makeFiles(Buffer.from(export_, 'utf16le'), plan, {
    basis: 'conversions',
    conversionValue: 100,
  });
  // 240 of 800 at 100: 30 a lead. Balanced 14, 30, 46, 16.67 and 43.33; with a strength of 160.0065: 18-24 (2,000 + 160.0065 x 14) / 360.0065.
  const valueOf = (group: number) => Number(ages[group]?.[3]).toFixed(2);
  const upload = await files.upload({
    kind: 'google-enhanced',
    columns: { ...NO_FIELDS, email: 3, time: 1 },
    dateFormat: null,
    timeZone: 'Europe/Berlin',
    conversionName: 'Meta lead',
    currency: 'EUR',
    phoneCountry: null,
    adUserData: null,
    adPersonalization: null,
  });
  expect((await bytesOf(upload.blob)).toString('utf8')).toBe(
    lines(
      'Parameters:TimeZone=+0000',
      'Email,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      ...leads.map(
        ({ email, group }) => `${hashOf(email)},Meta lead,2026-11-02 08:30:00,${valueOf(group)},EUR`,
      ),
    ),
  );
  const own = await files.own('Lead Value (EUR)');
  const added = ages.map(([age, , , value]) => `${value}\t${age}\t${age === '25-34' ? '' : `age: ${age}`}`);
  expect((await bytesOf(own.blob)).toString('utf16le')).toBe(
    BYTE_ORDER_MARK +
      lines(
        `${header}\tLead Value (EUR)\tage Segment\tValue Rules`,
        ...leads.map(({ cells, group }) => `${cells}\t${added[group]}`),
      ),
  );
  expect(files.lookup()).toBe(
    BYTE_ORDER_MARK +
      lines(
        'Key,Lead Value,Currency',
        '18-24,10.640336304820138,EUR',
        '25-34,29.900548937993747,EUR',
        '45-65,49.420005541485054,EUR',
        '55+,48.86572764849845,EUR',
        'under 25,11.212490782903672,EUR',
        '*,30,EUR',
      ),
  );
  // Values that are no ages of Meta's: the column is an age only if the visitor says so.
  expect(files.guesses).toEqual(['none']);
  const { csv, leftOut } = await stepSheet('meta', files, ['age']);
  // Best estimates by a Python program of the formulas, strength 160: 18-24 0.3926, so -61%; 55+ 1.5299, so +53%.
  expect(csv).toBe(
    BYTE_ORDER_MARK +
      lines(
        'Step,Where,What to Do',
        '1,Ads Manager > All tools > Advertising settings > Value rules,Create rule set. Name: Lead values 2026-11-22',
        '2,Lead values 2026-11-22 > Add rule,"Rule name: Lead value 1: 18-24. Criteria: Age, select 18-24. Decrease bid by 65%."',
        '3,Lead values 2026-11-22 > Add rule,"Rule name: Lead value 2: 55-64, 65+. Criteria: Age, select 55-64, 65+. Increase bid by 63%."',
        ...META_LAST_STEPS.map((step, at) => `${at + 4},${step}`),
        '',
        META_NOTE,
      ),
  );
  expect(leftOut).toEqual([
    ['45-65', 'no-age'],
    ['under 25', 'no-age'],
  ]);
});

test('an export with sizes of companies: they are no ages, and no platform gets a rule on them', async () => {
  // Per size and country: leads, conversions, and the value of a lead.
  const groups = [
    ['1-10', 'DE', 150, 15, '13.792162175384101'],
    ['1-10', 'FR', 50, 10, '32.23675172909823'],
    ['11-50', 'DE', 150, 30, '27.72460756627436'],
    ['11-50', 'FR', 50, 20, '56.465352395385594'],
    ['51+', 'DE', 150, 45, '43.23945443170679'],
    ['51+', 'FR', 50, 30, '77.0292233554204'],
  ] as const;
  const leads = groups.flatMap(([size, country, count, converted], group) =>
    Array.from({ length: count }, (_, at) => ({
      group,
      email: `info@firm-${group}-${at}.example`,
      cells: `"Firm ${group}-${at}, Ltd",${size},${country},${at < converted ? 'Customer' : 'Lead'},Info@Firm-${group}-${at}.example,2026-11-02`,
    })),
  );
  const header = 'Company Name,Company Size,Country,Lifecycle Stage,Email,Create Date';
  const plan: Plan = {
    statusColumn: 3,
    qualified: new Set(['Customer']),
    attributes: [attribute(1, 'Company Size'), attribute(2, 'Country')],
  };
  const export_ = BYTE_ORDER_MARK + lines(header, ...leads.map(({ cells }) => cells));
  const files = await makeFiles(Buffer.from(export_), plan, { basis: 'conversions', conversionValue: 140 });
  // 150 of 600 at 140: 35 a lead. The rates of sizes and countries multiply, so the best estimates are the balanced products.
  const upload = await files.upload({
    kind: 'linkedin',
    columns: { ...NO_FIELDS, email: 4, time: 5 },
    dateFormat: null,
    timeZone: null,
    conversionName: 'LEAD',
    currency: 'EUR',
    phoneCountry: null,
    adUserData: null,
    adPersonalization: null,
  });
  const valueOf = (group: number) => Number(groups[group]?.[4]).toFixed(2);
  expect((await bytesOf(upload.blob)).toString('utf8')).toBe(
    lines(
      'email,timestamp,eventtype,amount,currency',
      ...leads.map(({ email, group }) => `${hashOf(email)},11/02/2026,LEAD,${valueOf(group)},EUR`),
    ),
  );
  const own = await files.own('Lead Value (EUR)');
  const added = groups.map(([size, country, , , value]) =>
    [
      value,
      size,
      country,
      [...(size === '11-50' ? [] : [`Company Size: ${size}`]), `Country: ${country}`].join('; '),
    ].join(','),
  );
  expect((await bytesOf(own.blob)).toString('utf8')).toBe(
    BYTE_ORDER_MARK +
      lines(
        `${header},Lead Value (EUR),Company Size Segment,Country Segment,Value Rules`,
        ...leads.map(({ cells, group }) => `${cells},${added[group]}`),
      ),
  );
  expect(files.lookup()).toBe(
    BYTE_ORDER_MARK +
      lines(
        'Key,Lead Value,Currency',
        ...groups.map(([size, country, , , value]) => `${size}|${country},${value},EUR`),
        '*,35,EUR',
      ),
  );
  expect(files.guesses).toEqual(['none', 'location']);
  // By the same program, without scatter beyond the values: FR 1.5784, DE 0.8072.
  const meta = await stepSheet('meta', files, files.guesses);
  expect(meta.csv).toBe(
    BYTE_ORDER_MARK +
      lines(
        'Step,Where,What to Do',
        '1,Ads Manager > All tools > Advertising settings > Value rules,Create rule set. Name: Lead values 2026-11-22',
        '2,Lead values 2026-11-22 > Add rule,"Rule name: Lead value 1: FR. Criteria: Location, select FR. Increase bid by 58%."',
        '3,Lead values 2026-11-22 > Add rule,"Rule name: Lead value 2: DE. Criteria: Location, select DE. Decrease bid by 19%."',
        ...META_LAST_STEPS.map((step, at) => `${at + 4},${step}`),
        '',
        META_NOTE,
      ),
  );
  const google = await stepSheet('google', files, files.guesses);
  expect(google.csv).toBe(
    BYTE_ORDER_MARK +
      lines(
        'Step,Where,What to Do',
        '1,Goals > Conversions > Summary,"Open the conversion action that counts every lead, then Edit settings > Value > Use the same value for each conversion. Type 35.00, what an average lead is worth. Save."',
        '2,Goals > Conversions > Value rules > Create conversion value rule,"Primary condition: Location, select DE. Match people who are in the location, without those who only show interest in it. Value adjustment: Multiply, type 0.81. Save."',
        '3,Goals > Conversions > Value rules > Create conversion value rule,"Primary condition: Location, select FR. Match people who are in the location, without those who only show interest in it. Value adjustment: Multiply, type 1.58. Save."',
        '4,Goals > Conversions > Value rules,Check that the account has these 2 rules and no others. Remove the rules of single campaigns: they would override these.',
        '',
        GOOGLE_NOTE,
      ),
  );
  for (const { leftOut } of [meta, google])
    expect(leftOut).toEqual([
      ['51+', 'no-condition'],
      ['1-10', 'no-condition'],
    ]);
});
