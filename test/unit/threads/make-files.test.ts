import { execFileSync } from 'node:child_process';
import Papa from 'papaparse';
import { describe, expect, test, vi } from 'vitest';
import { judge, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import { estimateCombinations } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { findLeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { DateFormat } from '#frontend/analysis/columns/dates.ts';
import { guessFields } from '#frontend/analysis/uploads/guess-fields.ts';
import type { Encoding } from '#frontend/csv/decode.ts';
import type { Delimiter } from '#frontend/csv/dialect.ts';
import { connectThread, type LeadThread } from '#frontend/threads/leads/client.ts';
import { createLeadFiles } from '#frontend/threads/leads/lead-files.ts';
import type { LeadsFileQuestion } from '#frontend/threads/leads/make-leads-file.ts';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import type { UploadQuestion } from '#frontend/threads/leads/check-leads.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { LIKE_CALCULATOR } from '#test/support/analysis-builders.ts';
import { portPair } from '#test/support/port-pair.ts';
import {
  clickId,
  GOOD_LEAD,
  makeUploadLeads,
  NO_FIELDS,
  sha256,
  UPLOAD_HEADERS,
  UPLOAD_NOW,
  uploadCsv,
  type UploadLead,
} from '#test/support/upload-leads.ts';
import { findUploadFaults } from '#test/support/upload-rules.ts';

const NO_DATES = { dateColumn: null, dateFormat: null, from: null, to: null, youngerThanDays: null };

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

async function openFile(
  content: string | Uint8Array<ArrayBuffer>,
  plan: Plan = PLAN,
  options: OpenOptions = {},
) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const opened = await thread.ask('open', { file: new File([content], 'leads.csv'), options }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  const estimates = estimateCombinations(await thread.ask('tally', plan));
  const settings = { conversionValue: 100, thresholdPercent: 10 };
  const analysis = judge(await thread.ask('measure', plan), settings, estimates);
  return { thread, analysis, estimates, report: opened.value.report, headers: opened.value.headers };
}

/** That of an average lead times the best estimate of the combination over the mean of all leads. */
function valueIn({ estimates, baselineLeadValue }: Analysis, values: readonly string[]): number {
  if (!estimates) throw new Error('combinations are counted');
  const { fields, codes, leads, totalLeads } = estimates.tally;
  const sum = Array.from(leads, (count, at) => {
    const names = fields.map((field, index) => field.values[codes[index]?.[at] ?? -1] ?? '');
    return count * estimates.estimate(names).bestRate;
  }).reduce((total, part) => total + part, 0);
  return baselineLeadValue * (estimates.estimate(values).bestRate / (sum / totalLeads));
}

const attribute = (column: number, field: string, mapping: [string, string][] = []) => ({
  column,
  field,
  ranges: null,
  mapping: new Map(mapping),
});

const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Qualified']),
  attributes: [attribute(1, 'Source'), attribute(2, 'Device')],
};

const parse = (text: string, delimiter = ',') =>
  Papa.parse<string[]>(text, { delimiter, newline: '\r\n', skipEmptyLines: true }).data;

describe('the leads with values', () => {
  async function makeLeads(
    content: string | Uint8Array<ArrayBuffer>,
    options: Partial<LeadsFileQuestion> & { plan?: Plan } = {},
  ) {
    const { plan = PLAN, ...rest } = options;
    const { thread, analysis, estimates, report, headers } = await openFile(content, plan);
    const file = await thread.ask(
      'makeLeadsFile',
      {
        plan,
        worth: findLeadWorth(analysis, LIKE_CALCULATOR),
        valueHeading: 'Lead Value ($)',
        headers,
        delimiter: report.delimiter,
        encoding: report.encoding,
        ...rest,
      },
      quietly,
    );
    return { file, analysis, estimates };
  }

  test('have the best estimates, which add up to what all leads are worth', async () => {
    const leads = makeUploadLeads(600);
    const { file, analysis } = await makeLeads(uploadCsv(leads));
    const [headings, ...rows] = parse((await file.blob.text()).replace('\ufeff', ''));
    expect(headings).toEqual([
      ...UPLOAD_HEADERS,
      'Lead Value ($)',
      'Source Segment',
      'Device Segment',
      'Value Rules',
    ]);
    expect(rows).toHaveLength(600);
    const ruled = new Set(analysis.valueRules.map(({ segment }) => `${segment.fieldName}: ${segment.value}`));
    expect(ruled.size).toBeGreaterThan(1);
    let sum = 0;
    for (const [index, row] of rows.entries()) {
      const lead = leads[index] ?? {};
      const values = [lead.Source ?? '', lead.Device ?? ''];
      const value = valueIn(analysis, values);
      expect(Number(row[UPLOAD_HEADERS.length])).toBeCloseTo(value, 9);
      sum += value;
      expect(row.slice(0, UPLOAD_HEADERS.length)).toEqual(UPLOAD_HEADERS.map((header) => lead[header] ?? ''));
      expect(row.slice(UPLOAD_HEADERS.length)).toEqual([
        expect.stringMatching(/^\d/),
        ...values,
        [`Source: ${values[0]}`, `Device: ${values[1]}`].filter((rule) => ruled.has(rule)).join('; '),
      ]);
    }
    expect(sum / 600).toBeCloseTo(analysis.baselineLeadValue, 6);
    expect(file).toMatchObject({ rows: 600, encoding: 'utf-8', headings });
    expect(file.blob.type).toBe('text/csv');
    expect(file.preview).toEqual(rows.slice(0, 5));
  });

  test('have renamed values and blanks as segments, guarded against formulas in the added columns only', async () => {
    const text = 'Status;Source;Source Segment\nQualified;=cmd;x\nLost;;y\nLost;FB;+z\n';
    const plan = { ...PLAN, attributes: [attribute(1, 'Source', [['FB', 'Facebook']])] };
    const { file } = await makeLeads(text, { plan });
    const [headings, ...rows] = parse((await file.blob.text()).replace('\ufeff', ''), ';');
    expect(headings?.slice(2)).toEqual([
      'Source Segment',
      'Lead Value ($)',
      'Source Segment (2)',
      'Value Rules',
    ]);
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['Qualified', '=cmd', 'x'],
      ['Lost', '', 'y'],
      ['Lost', 'FB', '+z'],
    ]);
    expect(rows.map((row) => row[4])).toEqual(["'=cmd", '(Blank)', 'Facebook']);
  });

  const inEncoding = (text: string, encoding: Encoding) => {
    if (encoding === 'utf-16le') return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    return new Uint8Array(Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'latin1'));
  };
  const GERMAN = 'Status;Quelle;Gerät\nQualified;Übersicht;Händy\nLost;Café;PC\n';
  const germanPlan = { ...PLAN, attributes: [attribute(1, 'Quelle'), attribute(2, 'Gerät')] };

  test.each([
    ['windows-1252', ';'],
    ['utf-16le', ';'],
    ['utf-8', ';'],
  ] as const)('are written back as %s', async (encoding, delimiter: Delimiter) => {
    const { file } = await makeLeads(inEncoding(GERMAN, encoding), { plan: germanPlan });
    expect(file.encoding).toBe(encoding);
    const bytes = Buffer.from(await file.blob.arrayBuffer());
    const text =
      encoding === 'utf-16le'
        ? bytes.subarray(2).toString('utf16le')
        : bytes.toString(encoding === 'utf-8' ? 'utf8' : 'latin1').replace('\ufeff', '');
    expect(parse(text, delimiter).map((row) => row.slice(0, 3))).toEqual(
      GERMAN.trim()
        .split('\n')
        .map((line) => line.split(';')),
    );
  });

  test('are UTF-8 where a new name does not exist in the encoding of the file', async () => {
    const plan = { ...germanPlan, attributes: [attribute(1, 'Quelle', [['Café', 'Kawiarnia Łódź']])] };
    const { file } = await makeLeads(inEncoding(GERMAN, 'windows-1252'), { plan });
    expect(file.encoding).toBe('utf-8');
    const bytes = Buffer.from(await file.blob.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString()).toContain('Kawiarnia Łódź');
    expect(bytes.toString()).toContain('Übersicht');
  });
});

describe('an upload', () => {
  const columns = guessFields(
    UPLOAD_HEADERS.map((header) => ({ header, samples: ['2026-01-15 ann@example.com'] })),
  );
  const WITHOUT_NOTHING = { phone: 0, email: 0, consent: 0, braid: 0, name: 0, work: 0, country: 0 };
  /** The note holds the WBRAID. */
  const bothBraids = { ...columns, wbraid: UPLOAD_HEADERS.indexOf('Note') };
  const CHOICES: UploadQuestion['choices'] = {
    kind: 'google-clicks',
    columns,
    dateFormat: 'iso',
    timeZone: 'Europe/Berlin',
    conversionName: 'Qualified lead',
    currency: 'EUR',
    phoneCountry: 'DE',
    adUserData: null,
    adPersonalization: null,
  };

  async function makeUpload(
    leads: readonly UploadLead[],
    choices: Partial<UploadQuestion['choices']> = {},
    { action, plan }: { action: ConversionAction; plan: Plan } = { action: 'every-lead', plan: PLAN },
  ) {
    const { thread, analysis } = await openFile(uploadCsv(leads), plan);
    const worth = findLeadWorth(analysis, { action });
    const file = await thread.ask(
      'makeUploadFile',
      { plan, worth, action, choices: { ...CHOICES, ...choices }, now: UPLOAD_NOW },
      quietly,
    );
    const text = await file.blob.text();
    const valueOf = ({ Source = '', Device = '' }: UploadLead) =>
      valueIn(analysis, [Source, Device]).toFixed(2);
    return { file, text, lines: parse(text), valueOf };
  }

  const LOST: UploadLead = {
    ...GOOD_LEAD,
    'Lead Status': 'Lost',
    Source: 'Other',
    gclid: '',
    msclkid: '',
    Email: '',
    Phone: '',
  };
  const good = (changes: UploadLead = {}): UploadLead => ({ ...GOOD_LEAD, ...changes });

  // Headings from the platforms' public templates: see `UPLOAD_FORMATS` for the pages.
  test('for Google clicks has the line of the time zone, the headings and the times in UTC', async () => {
    const { text, valueOf } = await makeUpload([good(), LOST]);
    expect(text).toBe(
      'Parameters:TimeZone=+0000\r\n' +
        'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency\r\n' +
        `${GOOD_LEAD.gclid},Qualified lead,2026-11-20 08:30:00,${valueOf(GOOD_LEAD)},EUR\r\n`,
    );
  });

  test('for an action that counts customers has what each has brought, and by conversions the same for all', async () => {
    const leads = makeUploadLeads(400).map((lead, index) => ({
      ...lead,
      ...(index % 13 === 0 && { 'Lead Status': 'Spam' }),
      Note: lead['Lead Status'] === 'Qualified' && index % 8 > 0 ? `${100 + index}` : '',
    }));
    const plan: Plan = {
      ...PLAN,
      worth: { kind: 'column', column: UPLOAD_HEADERS.indexOf('Note'), numberFormat: 'plain' },
      leads: { leftOutStatuses: new Set(['Spam']), ...NO_DATES },
    };
    const { thread } = await openFile(uploadCsv(leads), plan);
    const action = 'converted-leads';
    const ask = async (basis: 'value' | 'conversions') => {
      const worth = { basis, base: 250, isActual: true, ruled: [[], []] };
      const question = { plan, worth, action, choices: CHOICES, now: UPLOAD_NOW } as const;
      const file = await thread.ask('makeUploadFile', question, quietly);
      const rows = parse(await file.blob.text()).slice(2);
      return { dropped: file.dropped, worthOf: rows.map((row) => [row[0], row[3]]) };
    };
    const won = leads.filter((lead) => lead['Lead Status'] === 'Qualified');
    const paid = won.filter(({ Note }) => Note !== '');
    expect(paid.length).toBeGreaterThan(20);
    const byValue = await ask('value');
    expect(byValue.worthOf).toEqual(paid.map(({ gclid, Note }) => [gclid, `${Note}.00`]));
    expect(byValue.dropped).toContainEqual({ reason: 'no-value', leads: won.length - paid.length });
    expect((await ask('conversions')).worthOf).toEqual(won.map(({ gclid }) => [gclid, '250.00']));
    // In the visitor's own file other leads say why they have no value.
    const worth = { basis: 'value' as const, base: 250, isActual: true, ruled: [[], []] };
    const own = {
      plan,
      worth,
      valueHeading: 'Lead Value ($)',
      headers: UPLOAD_HEADERS,
      delimiter: ',',
      encoding: 'utf-8',
    } as const;
    const made = await thread.ask('makeLeadsFile', own, quietly);
    expect(made.withoutValue).toBe(400 - won.length);
    const written = parse((await made.blob.text()).replace('\ufeff', '')).slice(1);
    expect(written.map((row) => [row[11], row.at(-1)])).toEqual(
      leads.map((lead) => {
        if (lead['Lead Status'] === 'Spam') return ['', 'Status left out in step 3'];
        if (lead['Lead Status'] !== 'Qualified')
          return ['', 'Not converted: your ad account counts only customers'];
        return [lead.Note || '0', ''];
      }),
    );
  });

  test('for an action that counts converted leads has these alone, each worth a conversion', async () => {
    const leads = makeUploadLeads(2600, UPLOAD_NOW).map((lead, index) => ({
      ...lead,
      ...(index % 13 === 0 && { 'Lead Status': 'Spam' }),
    }));
    const plan: Plan = { ...PLAN, leads: { leftOutStatuses: new Set(['Spam']), ...NO_DATES } };
    const every = await makeUpload(leads, {}, { action: 'every-lead', plan });
    const converted = await makeUpload(leads, {}, { action: 'converted-leads', plan });
    const won = leads.filter((lead) => lead['Lead Status'] === 'Qualified');
    expect(won.length).toBeGreaterThan(100);
    expect(every.file).toMatchObject({ taken: 2400, dropped: [{ reason: 'left-out-status', leads: 200 }] });
    expect(converted.file.taken).toBe(won.length);
    // A lead that was left out is counted once, by its own reason.
    expect(converted.file.dropped).toEqual([
      { reason: 'not-converted', leads: 2400 - won.length },
      { reason: 'left-out-status', leads: 200 },
    ]);
    expect(converted.lines.slice(2).map((line) => line[0])).toEqual(won.map(({ gclid }) => gclid));
    // The conversion value.
    for (const line of converted.lines.slice(2)) expect(line[3]).toBe('100.00');
  });

  test.each(['Europe/Berlin', null])(
    'for Google clicks reads times with a zone of their own in it, whatever zone is chosen: %s',
    async (timeZone) => {
      const lead = good({ 'Created At': '2026-11-20T09:30:00-05:00' });
      const { lines } = await makeUpload([lead, LOST], { timeZone });
      expect([lines[0]?.[0], lines[2]?.[2]]).toEqual(['Parameters:TimeZone=+0000', '2026-11-20 14:30:00']);
    },
  );

  test('for enhanced conversions has hashes in place of addresses', async () => {
    const { text, file, valueOf } = await makeUpload([good(), LOST], { kind: 'google-enhanced' });
    // Google's published hashes (googleads/data-manager-python, tests of UserDataFormatter).
    const email = '509e933019bb285a134a9334b8bb679dff79d0ce023d529af4bd744d47b4fd8a';
    const phone = 'fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30';
    expect(text).toBe(
      'Parameters:TimeZone=+0000\r\n' +
        'Email,Phone Number,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Google Click ID\r\n' +
        `${email},${phone},Qualified lead,2026-11-20 08:30:00,${valueOf(GOOD_LEAD)},EUR,${GOOD_LEAD.gclid}\r\n`,
    );
    expect(file.preview.flat().join()).not.toContain('@');
  });

  test('hashes what sha256sum hashes', async () => {
    const emails = ['Zoë.Müller@Example.com', 'cloudy.sanfrancisco+shopping@gmail.com'];
    const { lines } = await makeUpload(
      emails.map((Email, index) => good({ Email, gclid: clickId(index) })),
      { kind: 'google-enhanced' },
    );
    const sha256sum = (text: string) =>
      execFileSync('sha256sum', { input: text, encoding: 'utf8' }).split(' ')[0];
    expect(lines.slice(2).map(([email]) => email)).toEqual(
      ['zoë.müller@example.com', 'cloudysanfrancisco@gmail.com'].map(sha256sum),
    );
  });

  test('hashes for Microsoft what its own example hashes', async () => {
    // learn.microsoft.com/advertising, UET conversions API, 'em' and 'ph' of john@contoso.com and +14255551234.
    const { lines } = await makeUpload(
      [good({ msclkid: '', Email: 'John@Contoso.com', Phone: '+1 (425) 555-1234' }), LOST],
      { kind: 'microsoft' },
    );
    const [, headings = [], cells = []] = lines;
    expect(cells[headings.indexOf('Hashed Email Address')]).toBe(
      'ec81f3ac7b2b19675bab9d54cf416f9f18cff87c97da5cca82c0f0891bc40602',
    );
    expect(cells[headings.indexOf('Hashed Phone Number')]).toBe(
      'c59475d96e9f01d7d18d06cfad84dd02333207f02c0c2c5663ef2782cda0390e',
    );
  });

  test('takes addresses that are hashed already as they are', async () => {
    const hash = sha256('ann@example.com');
    const { lines } = await makeUpload([good({ Email: hash.toUpperCase() }), LOST], {
      kind: 'google-enhanced',
    });
    expect(lines[2]?.[0]).toBe(hash);
  });

  test('for Data Manager has every identifier and times in UTC, without a line above the headings', async () => {
    const { lines, valueOf } = await makeUpload(
      [good(), good({ gclid: '', gbraid: '0AAAAAoqwer-ty1', Email: '', Phone: '' }), LOST],
      { kind: 'google-data-manager' },
    );
    expect(lines).toEqual([
      [
        'Google Click ID',
        'GBRAID',
        'Email',
        'Phone Number',
        'Conversion Name',
        'Conversion Time',
        'Conversion Value',
        'Conversion Currency',
      ],
      [
        GOOD_LEAD.gclid,
        '',
        sha256('alexz@example.com'),
        sha256('+18005550100'),
        'Qualified lead',
        '2026-11-20T08:30:00Z',
        valueOf(GOOD_LEAD),
        'EUR',
      ],
      ['', '0AAAAAoqwer-ty1', '', '', 'Qualified lead', '2026-11-20T08:30:00Z', valueOf(GOOD_LEAD), 'EUR'],
    ]);
  });

  test('for Microsoft has times in UTC as its template writes them, and hashes beside the click id', async () => {
    const { text, file, valueOf } = await makeUpload(
      [
        good({ 'Created At': '2026-11-20 00:05:00', Phone: '555-0100' }),
        good({ 'Created At': '2026-11-20 13:30:00', Email: 'Alex.Z+ads@Example.com' }),
        good({ msclkid: '', Email: 'j.doe@sub.example.com', Phone: '' }),
        LOST,
      ],
      { kind: 'microsoft', phoneCountry: 'US' },
    );
    const value = valueOf(GOOD_LEAD);
    const [id, alex, phone] = [GOOD_LEAD.msclkid, sha256('alexz@example.com'), sha256('+18005550100')];
    expect(text).toBe(
      'Parameters:TimeZone=+0000\r\n' +
        'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Hashed Email Address,Hashed Phone Number\r\n' +
        `${id},Qualified lead,11/19/2026 11:05:00 PM,${value},EUR,${alex},\r\n` +
        `${id},Qualified lead,11/20/2026 12:30:00 PM,${value},EUR,${alex},${phone}\r\n` +
        `,Qualified lead,11/20/2026 8:30:00 AM,${value},EUR,${sha256('jdoe@sub.example.com')},\r\n`,
    );
    expect(file).toMatchObject({
      takenWithout: { ...WITHOUT_NOTHING, phone: 1 },
      dropped: [{ reason: 'no-identifier', leads: 1 }],
      // Microsoft takes no word on consent in this file.
      lackingConsent: { known: 0, unknown: 0 },
    });
    // Without such columns in the file the template is as it was.
    const byClick = await makeUpload([good(), LOST], {
      kind: 'microsoft',
      columns: { ...columns, email: null, phone: null },
    });
    expect(byClick.lines[1]).toHaveLength(5);
  });

  test('for LinkedIn has its column names, epoch times, and days where the file has no times', async () => {
    const day = good({ 'Created At': '2026-11-19', Email: 'J.Doe+x@Gmail.com' });
    const { text, valueOf } = await makeUpload([good(), day, LOST], {
      kind: 'linkedin',
      conversionName: 'LEAD',
    });
    const value = valueOf(GOOD_LEAD);
    expect(text).toBe(
      'email,timestamp,eventtype,amount,currency\r\n' +
        `${sha256('alexz@example.com')},${Date.parse('2026-11-20T08:30:00Z')},LEAD,${value},EUR\r\n` +
        `${sha256('j.doe+x@gmail.com')},11/19/2026,LEAD,${value},EUR\r\n`,
    );
  });

  describe('for LinkedIn names the person', () => {
    // Columns of the file in the place of others.
    const named = {
      ...columns,
      firstName: UPLOAD_HEADERS.indexOf('Note'),
      lastName: UPLOAD_HEADERS.indexOf('Consent'),
      company: UPLOAD_HEADERS.indexOf('gbraid'),
      jobTitle: UPLOAD_HEADERS.indexOf('msclkid'),
      country: UPLOAD_HEADERS.indexOf('Phone'),
    };
    const person = (Note: string, Consent: string, others: Partial<UploadLead> = {}) =>
      good({ Note, Consent, gbraid: 'Lee & Sons', msclkid: 'Head of Sales', Phone: 'Germany', ...others });
    const forLinkedIn = { kind: 'linkedin', conversionName: 'LEAD', columns: named } as const;
    const long = 'A'.repeat(36);

    test('with the headings of its template, and the country by its code', async () => {
      const { lines, file } = await makeUpload([person('Ann', 'Lee'), LOST], forLinkedIn);
      expect(lines[0]?.join()).toBe(
        'email,firstname,lastname,employeecompany,title,country,timestamp,eventtype,amount,currency',
      );
      expect(lines[1]?.slice(1, 6)).toEqual(['Ann', 'Lee', 'Lee & Sons', 'Head of Sales', 'DE']);
      expect(file.takenWithout).toEqual(WITHOUT_NOTHING);
      expect(findUploadFaults('linkedin', await file.blob.text(), UPLOAD_NOW)).toEqual([]);
    });

    test('by first and last name of at most 35 characters, or neither', async () => {
      const { lines, file } = await makeUpload(
        [
          person('A'.repeat(35), 'Lee', { Email: 'a@example.com' }),
          person(long, 'Lee', { Email: 'b@example.com' }),
          person('Ann', long, { Email: 'c@example.com' }),
          person('Ann', '', { Email: 'd@example.com' }),
          person('', '', { Email: 'e@example.com' }),
          person('ann@example.com', 'Lee', { Email: 'f@example.com' }),
          LOST,
        ],
        forLinkedIn,
      );
      expect(lines.slice(1).map((row) => row.slice(1, 3))).toEqual([
        ['A'.repeat(35), 'Lee'],
        ...Array.from({ length: 5 }, () => ['', '']),
      ]);
      expect(file.takenWithout).toEqual({ ...WITHOUT_NOTHING, name: 4 });
      expect(findUploadFaults('linkedin', await file.blob.text(), UPLOAD_NOW)).toEqual([]);
    });

    test('by the name alone where there is no e-mail address', async () => {
      const { lines, file } = await makeUpload(
        [
          person('Ann', 'Lee', { Email: '' }),
          person('Ann', 'Gray', { Email: 'jane@' }),
          person('Ann', 'Lee', { Email: '' }),
          person('Ann', '', { Email: '' }),
          person('Ann', '', { Email: 'jane@' }),
          LOST,
        ],
        forLinkedIn,
      );
      expect(lines.slice(1).map((row) => row.slice(0, 3))).toEqual([
        ['', 'Ann', 'Lee'],
        ['', 'Ann', 'Gray'],
      ]);
      expect(file.takenWithout).toEqual({ ...WITHOUT_NOTHING, email: 1 });
      expect(file.dropped).toEqual(
        expect.arrayContaining([
          { reason: 'duplicate', leads: 1 },
          { reason: 'bad-address', leads: 1 },
          { reason: 'no-address', leads: 2 }, // LOST has none either
        ]),
      );
    });

    test('without a country that cannot be read, and without a company or title with an @', async () => {
      const { lines, file } = await makeUpload(
        [
          person('Ann', 'Lee', { Phone: 'Atlantis', Email: 'a@example.com' }),
          person('Ann', 'Lee', { gbraid: 'ann@example.com', Email: 'b@example.com' }),
          person('Ann', 'Lee', { msclkid: '@home', gbraid: '@home', Email: 'c@example.com' }),
          LOST,
        ],
        forLinkedIn,
      );
      expect(lines.slice(1).map((row) => row.slice(3, 6))).toEqual([
        ['Lee & Sons', 'Head of Sales', ''],
        ['', 'Head of Sales', 'DE'],
        ['', '', 'DE'],
      ]);
      expect(file.takenWithout).toEqual({ ...WITHOUT_NOTHING, work: 2, country: 1 });
    });

    test('never with one column of the name alone', async () => {
      for (const one of ['firstName', 'lastName']) {
        const { lines } = await makeUpload([person('Ann', 'Lee'), LOST], {
          ...forLinkedIn,
          columns: { ...named, [one]: null },
        });
        expect(lines[0]?.slice(0, 2)).toEqual(['email', 'employeecompany']);
      }
    });

    test('to no other platform', async () => {
      const { text } = await makeUpload([person('Ann', 'Leeway'), LOST], {
        kind: 'google-enhanced',
        columns: named,
      });
      expect(text).not.toContain('Leeway');
    });
  });

  test('has no word on consent unless a column or a choice says one', async () => {
    const headingsOf = async (choices: Partial<UploadQuestion['choices']>) =>
      (await makeUpload([good(), LOST], choices)).file.headings.filter((heading) =>
        heading.startsWith('Ad '),
      );
    expect(await headingsOf({})).toEqual([]);
    expect(await headingsOf({ adUserData: 'Granted' })).toEqual(['Ad User Data']);
    const mapped = { ...columns, adPersonalization: UPLOAD_HEADERS.indexOf('Consent') };
    expect(await headingsOf({ columns: mapped })).toEqual(['Ad Personalization']);
    expect(await headingsOf({ columns: mapped, kind: 'microsoft' })).toEqual([]);
  });

  test('takes the word of the column before the choice for all leads', async () => {
    const words = ['Granted', 'yes', 'DENIED', '', 'perhaps', 'unspecified'];
    const { lines, file } = await makeUpload(
      words.map((Consent, index) => good({ Consent, gclid: clickId(index) })),
      {
        columns: { ...columns, adPersonalization: UPLOAD_HEADERS.indexOf('Consent') },
        adPersonalization: 'Granted',
      },
    );
    expect(lines.slice(2).map((row) => row[5])).toEqual(['Granted', 'Granted', 'Denied', 'Granted', '', '']);
    expect(file.takenWithout.consent).toBe(1);
  });

  test('keeps a lead whose phone number cannot be read by its e-mail address, and says so', async () => {
    const { file, lines } = await makeUpload([good({ Phone: 'call me' }), LOST], { kind: 'google-enhanced' });
    expect(lines[2]?.slice(0, 2)).toEqual([sha256('alexz@example.com'), '']);
    expect(file.takenWithout).toEqual({ ...WITHOUT_NOTHING, phone: 1 });
  });

  test('keeps a lead whose e-mail address cannot be read by its phone number, and says so', async () => {
    const { file, lines } = await makeUpload([good({ Email: 'jane@' }), LOST], { kind: 'google-enhanced' });
    expect(lines[2]?.slice(0, 2)).toEqual(['', sha256('+18005550100')]);
    expect(file.takenWithout).toEqual({ ...WITHOUT_NOTHING, email: 1 });
  });

  test.each(['google-clicks', 'google-data-manager', 'google-enhanced'] as const)(
    'keeps the gclid alone of a lead that has GBRAID or WBRAID or both too, and counts it: %s',
    async (kind) => {
      const [gbraid, wbraid] = ['0AAAAAoqwer-ty1', '1BBBBBoqwer-ty1'];
      const gclids = ['-1', '-2', '-3'].map((end) => GOOD_LEAD.gclid + end);
      const braids = [{ gbraid, Note: wbraid }, { gbraid }, { Note: wbraid }];
      const leads = braids.map((braid, at) => good({ gclid: gclids[at], ...braid }));
      const { file, lines } = await makeUpload([...leads, LOST], { kind, columns: bothBraids });
      expect(file.taken).toBe(3);
      // Google's template for enhanced conversions has no column for them.
      expect(file.takenWithout.braid).toBe(kind === 'google-enhanced' ? 0 : 3);
      expect(lines.flat().filter((cell) => cell.startsWith(GOOD_LEAD.gclid))).toEqual(gclids);
      expect(lines.flat()).not.toContain(gbraid);
      expect(lines.flat()).not.toContain(wbraid);
    },
  );

  test('for Data Manager takes one braid as it is, and the address in place of two', async () => {
    const [gbraid, wbraid] = ['0AAAAAoqwer-ty1', '1BBBBBoqwer-ty1'];
    const { file, lines } = await makeUpload(
      [
        good({ gclid: '', gbraid, Email: '', Phone: '' }),
        good({ gclid: '', Note: wbraid, Email: '', Phone: '' }),
        good({ gclid: '', gbraid, Note: wbraid, Phone: '' }),
        LOST,
      ],
      { kind: 'google-data-manager', columns: bothBraids },
    );
    expect(lines.slice(1).map((row) => row.slice(0, 4))).toEqual([
      ['', gbraid, '', ''],
      ['', '', wbraid, ''],
      ['', '', '', sha256('alexz@example.com')],
    ]);
    expect(file.takenWithout.braid).toBe(1);
  });

  test('takes the country of a phone number from its column, and the chosen one only where that is empty', async () => {
    const mapped = { ...columns, country: UPLOAD_HEADERS.indexOf('Note') };
    const numbers = [
      ['Norwegen', '47 12 34 56', '+4747123456'],
      ['', '030 901820', '+4930901820'],
      ['(not set)', '030 901820', '+4930901820'],
      ['Bavaria', '030 901820', ''],
      ['US', '030 901820', ''],
      ['US', '+49 30 901820', '+4930901820'],
    ];
    const { lines, file } = await makeUpload(
      numbers.map(([Note = '', Phone = ''], lead) => good({ Note, Phone, gclid: clickId(lead) })),
      { kind: 'google-enhanced', columns: mapped, phoneCountry: 'DE' },
    );
    expect(lines.slice(2).map((row) => row[1])).toEqual(
      numbers.map(([, , number = '']) => (number === '' ? '' : sha256(number))),
    );
    expect(file.takenWithout.phone).toBe(2);
  });

  test('counts the leads that Google ignores for want of consent, by the column of countries', async () => {
    const mapped = { ...columns, country: UPLOAD_HEADERS.indexOf('Note') };
    const people: [country: string, consent: string][] = [
      ['Germany', 'Granted'],
      ['Germany', ''],
      ['GB', 'perhaps'],
      ['Schweiz', ''],
      ['US', ''],
      ['', ''],
      ['', 'yes'],
    ];
    const leads = people.map(([Note, Consent], lead) => good({ Note, Consent, gclid: clickId(lead) }));
    const consent = { adUserData: UPLOAD_HEADERS.indexOf('Consent') };
    const { file } = await makeUpload(leads, { columns: { ...mapped, ...consent } });
    expect(file).toMatchObject({ taken: 7, lackingConsent: { known: 3, unknown: 1 } });
    const without = await makeUpload(leads, { columns: { ...columns, ...consent } });
    expect(without.file.lackingConsent).toEqual({ known: 0, unknown: 5 });
    const stated = await makeUpload(leads, { columns: mapped, adUserData: 'Granted' });
    expect(stated.file.lackingConsent).toEqual({ known: 0, unknown: 0 });
  });

  // Clocks went back from 3:00 to 2:00 on 2026-10-25 in Berlin: 00:30 and 01:30 UTC are both 2:30 there.
  test.each(['google-clicks', 'google-enhanced'] as const)(
    'for %s writes times that the zone of the file has twice as two times',
    async (kind) => {
      const times = ['23:59:59', '00:30:00', '01:00:00', '01:59:59', '02:00:00'];
      const { lines } = await makeUpload(
        [
          ...times.map((time, lead) =>
            good({ 'Created At': `2026-10-${lead === 0 ? 24 : 25}T${time}Z`, gclid: clickId(lead) }),
          ),
          good({ 'Created At': '2026-10-25 02:30:00', gclid: clickId(9) }),
          LOST,
        ],
        { kind },
      );
      const column = lines[1]?.indexOf('Conversion Time') ?? -1;
      expect(lines.slice(2).map((row) => row[column])).toEqual([
        '2026-10-24 23:59:59',
        '2026-10-25 00:30:00',
        '2026-10-25 01:00:00',
        '2026-10-25 01:59:59',
        '2026-10-25 02:00:00',
        // Without an offset the later one counts.
        '2026-10-25 01:30:00',
      ]);
    },
  );

  test.each([
    ['America/New_York', '2026-11-05 01:30:00', '2026-11-05 06:30:00'],
    ['America/St_Johns', '2026-11-05 01:45:00', '2026-11-05 05:15:00'],
    ['Asia/Kolkata', '2026-11-05 01:45:00', '2026-11-04 20:15:00'],
  ])('reads times of %s in that zone, and names none', async (timeZone, cell, written) => {
    const { lines } = await makeUpload([good({ 'Created At': cell }), LOST], { timeZone });
    expect([lines[0], lines[2]?.[2]]).toEqual([['Parameters:TimeZone=+0000'], written]);
  });

  test('names no way to read dates where no column of times is chosen', async () => {
    const plan = { ...PLAN, statusColumn: 1, attributes: [attribute(2, 'Source')] };
    const { thread, analysis } = await openFile(
      'Created At,Lead Status,Source\n2026-11-20,Qualified,Web\n2026-11-21,Lost,Ads\n',
      plan,
    );
    const columns = { ...CHOICES.columns, time: null };
    const action = 'every-lead';
    const worth = findLeadWorth(analysis, { action });
    const question = { plan, worth, action, choices: { ...CHOICES, columns }, now: UPLOAD_NOW } as const;
    expect((await thread.ask('makeUploadFile', question, quietly)).dateFormats).toEqual([]);
  });

  test('reads the dates in the way that the visitor chose, else in the likeliest', async () => {
    const leads = [
      good({ 'Created At': '03/11/2026 10:00' }),
      good({ 'Created At': '04/10/2026 10:00' }),
      { ...LOST, 'Created At': '05/10/2026 10:00' },
    ];
    const timesOf = async (dateFormat: DateFormat | null) => {
      const { lines, file } = await makeUpload(leads, { timeZone: 'UTC', dateFormat });
      expect(file.dateFormats).toEqual(['month-first', 'day-first']);
      return { times: lines.slice(2).map((row) => row[2]), dropped: file.dropped };
    };
    const dayFirst = ['2026-11-03 10:00:00', '2026-10-04 10:00:00'];
    const noClick = { reason: 'no-click-id', leads: 1 };
    expect(await timesOf('day-first')).toEqual({ times: dayFirst, dropped: [noClick] });
    // March 11 and April 10 are more than 90 days ago.
    const tooOld = { times: [], dropped: [{ reason: 'too-old', leads: 2 }, noClick] };
    expect(await timesOf('month-first')).toEqual(tooOld);
    expect(await timesOf(null)).toEqual(tooOld);
  });

  test.each<[string, UploadLead, Partial<UploadQuestion['choices']>]>([
    ['no-click-id', { gclid: '' }, {}],
    ['no-click-id', { gclid: '(not set)' }, {}],
    ['no-identifier', { msclkid: '', Email: '', Phone: '' }, { kind: 'microsoft' }],
    ['bad-address', { msclkid: '', Email: '', Phone: '555-0100' }, { kind: 'microsoft', phoneCountry: 'US' }],
    ['only-braid', { gclid: '', gbraid: '0AAAAAoqwer-ty1' }, {}],
    [
      'only-braid',
      { gclid: '', gbraid: '0AAAAAoqwer-ty1', Note: '1BBBBBoqwer-ty1' },
      { columns: bothBraids },
    ],
    [
      'several-click-ids',
      { gclid: '', gbraid: '0AAAAAoqwer-ty1', Note: '1BBBBBoqwer-ty1', Email: '', Phone: '' },
      { kind: 'google-data-manager', columns: bothBraids },
    ],
    ['damaged-click-id', { gclid: '1,23E+15' }, {}],
    ['no-address', { Email: '', Phone: '' }, { kind: 'google-enhanced' }],
    ['no-address', { Email: '' }, { kind: 'linkedin' }],
    ['bad-address', { Email: 'jane', Phone: '' }, { kind: 'google-enhanced' }],
    ['bad-address', { Email: '', Phone: '030 901820' }, { kind: 'google-enhanced', phoneCountry: null }],
    ['no-identifier', { gclid: '', Email: '', Phone: '' }, { kind: 'google-data-manager' }],
    ['no-date', { 'Created At': '' }, {}],
    ['unreadable-date', { 'Created At': '13/20/2026 10:00' }, {}],
    ['no-time', { 'Created At': '2026-11-20' }, { dropsDays: true }],
    ['no-zone', {}, { timeZone: null }],
    ['no-zone', { 'Created At': '2026-11-20' }, { timeZone: null }],
    // 13:00 in Berlin: the day ends at 22:59:59 UTC.
    ['today', { 'Created At': '2026-11-22' }, {}],
    ['today', { 'Created At': '2026-11-22', gclid: '' }, { kind: 'google-data-manager' }],
    // In Auckland it is already 01:00 of the next day.
    ['today', { 'Created At': '2026-11-23' }, { timeZone: 'Pacific/Auckland' }],
    ['future', { 'Created At': '2026-11-23' }, {}],
    ['too-old', { 'Created At': '2026-08-23' }, {}],
    ['unknown-zone', { 'Created At': '2026-11-20 09:30 BST' }, {}],
    ['future', { 'Created At': '2026-11-22 13:00:01' }, {}],
    ['too-old', { 'Created At': '2026-08-24 13:59:59' }, {}],
    ['too-old', { 'Created At': '2026-08-24 13:59:59', gclid: '' }, { kind: 'google-enhanced' }],
    ['too-old', { 'Created At': '2026-08-24 13:59:59', msclkid: '' }, { kind: 'microsoft' }],
    ['too-old', { 'Created At': '2026-08-23' }, { kind: 'linkedin' }],
    [
      'consent-denied',
      { Consent: 'no' },
      { columns: { ...columns, adUserData: UPLOAD_HEADERS.indexOf('Consent') } },
    ],
  ])('leaves out for %s: %j, %j', async (reason, changes, choices) => {
    const { file } = await makeUpload([good(changes)], choices);
    expect(file).toMatchObject({ taken: 0, dropped: [{ reason, leads: 1 }] });
  });

  test('has no phone number and no order ID that Excel has rounded', async () => {
    // Each is a mobile number of Germany by its digits; all six together show that their zeros are none.
    const cut = ['4915110000000', '4915120000000', '4915140000000', '4915150000000', '4915170000000'];
    const enhanced = { kind: 'google-enhanced', columns: { ...columns, orderId: columns.phone } } as const;
    const leadsOf = (phones: readonly string[]) =>
      phones.map((Phone, lead) => good({ gclid: clickId(lead), Email: `lead${lead}@example.com`, Phone }));
    const taken = await makeUpload(leadsOf([...cut, '4.91510E+12']), enhanced);
    expect(taken.file).toMatchObject({ taken: 6, takenWithout: { phone: 6 } });
    expect(taken.text).not.toContain('49151');
    expect(taken.text).not.toContain('E+12');
    const whole = await makeUpload(leadsOf(cut.map((phone) => phone.replace('000', '123'))), enhanced);
    expect(whole.file).toMatchObject({ taken: 5, takenWithout: { phone: 0 } });
    expect(whole.text).toContain('4915111230000');
  });

  // 12:00 UTC is 13:00 in Berlin; 90 days before is 14:00 summer time on August 24.
  test.each<[UploadLead, Partial<UploadQuestion['choices']>]>([
    [{ 'Created At': '2026-11-22 13:00:00' }, {}],
    [{ 'Created At': '2026-08-24 14:00:00' }, {}],
    [{ 'Created At': '2026-08-24 14:00:00', gclid: '' }, { kind: 'google-enhanced' }],
    [{ 'Created At': '2026-08-24 14:00:00', msclkid: '' }, { kind: 'microsoft' }],
    [{ 'Created At': '2026-08-25' }, { kind: 'linkedin' }],
    [{ 'Created At': '2026-11-21' }, {}],
    [{ 'Created At': '2026-08-24' }, {}],
    [{ 'Created At': '2026-11-22' }, { timeZone: 'Pacific/Auckland' }],
    // LinkedIn knows days.
    [{ 'Created At': '2026-11-22' }, { kind: 'linkedin' }],
  ])('keeps the last moment before: %j, %j', async (changes, choices) => {
    expect((await makeUpload([good(changes), LOST], choices)).file.taken).toBe(1);
  });

  test('writes days without a time of day as their last second in the zone, and counts them', async () => {
    const leads = [
      good({ 'Created At': '2026-11-20' }),
      // Clocks are put back on this day: its last second is one of winter time.
      good({ 'Created At': '2026-10-25', gclid: clickId(2) }),
      good({ 'Created At': '2026-11-21 08:00', gclid: clickId(3) }),
      good({ 'Created At': '2026-11-22', gclid: clickId(4) }),
      LOST,
    ];
    const timesIn = async (choices: Partial<UploadQuestion['choices']>) => {
      const { lines, file } = await makeUpload(leads, choices);
      const at = lines.findIndex((row) => row.includes('Conversion Time'));
      const column = lines[at]?.indexOf('Conversion Time') ?? -1;
      return { times: lines.slice(at + 1).map((row) => row[column]), atDayEnd: file.atDayEnd };
    };
    expect(await timesIn({})).toEqual({
      times: ['2026-11-20 22:59:59', '2026-10-25 22:59:59', '2026-11-21 07:00:00'],
      atDayEnd: 2,
    });
    expect(await timesIn({ kind: 'google-data-manager' })).toEqual({
      times: ['2026-11-20T22:59:59Z', '2026-10-25T22:59:59Z', '2026-11-21T07:00:00Z'],
      atDayEnd: 2,
    });
    expect(await timesIn({ dropsDays: true })).toEqual({ times: ['2026-11-21 07:00:00'], atDayEnd: 0 });
  });

  test.each<[string, readonly string[], Partial<UploadQuestion['choices']>]>([
    ['of a database', ['2026-11-20 00:00:00', '2026-11-21 00:00:00', '2026-11-22 00:00:00'], {}],
    ['of a spreadsheet', ['2026-11-20T00:00:00', '2026-11-21T00:00:00', '2026-11-22T00:00:00'], {}],
    ['in UTC', ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'], {}],
    ['as numbers of Excel', ['46346.0', '46347.0', '46348.0'], { dateFormat: null }],
  ])('takes midnights %s for days where no row has another time', async (_, [one, two, today], choices) => {
    const leads = [
      good({ 'Created At': one! }),
      good({ 'Created At': two!, gclid: clickId(2) }),
      good({ 'Created At': today!, gclid: clickId(3) }),
      { ...LOST, 'Created At': one! },
    ];
    const { lines, file } = await makeUpload(leads, choices);
    expect(lines.slice(2).map((row) => row[2])).toEqual(['2026-11-20 22:59:59', '2026-11-21 22:59:59']);
    expect(file).toMatchObject({ atDayEnd: 2, dropped: [{ leads: 1 }, { leads: 1 }] });
    expect(file.dropped).toContainEqual({ reason: 'today', leads: 1 });
  });

  test('takes midnights for moments where one row has another time, a row that is left out too', async () => {
    const leads = [
      good({ 'Created At': '2026-11-20 00:00:00' }),
      { ...LOST, 'Created At': '2026-11-20 10:15:00' },
    ];
    const { lines, file } = await makeUpload(leads);
    expect(lines.slice(2).map((row) => row[2])).toEqual(['2026-11-19 23:00:00']);
    expect(file.atDayEnd).toBe(0);
  });

  test('writes a day for LinkedIn as a day, which is none at its end', async () => {
    const { lines, file } = await makeUpload([good({ 'Created At': '2026-11-20' }), LOST], {
      kind: 'linkedin',
    });
    expect(lines[1]).toContain('11/20/2026');
    expect(file.atDayEnd).toBe(0);
  });

  test('leaves out leads that are worth less than half a cent', async () => {
    const { file } = await makeUpload([
      { ...LOST, gclid: clickId(1) },
      { ...LOST, gclid: clickId(2) },
    ]);
    expect(file).toMatchObject({ taken: 0, dropped: [{ reason: 'no-value', leads: 2 }] });
  });

  test('keeps the first of several leads with one click id and time, or one order id', async () => {
    const order = { ...columns, orderId: UPLOAD_HEADERS.indexOf('Note') };
    const { file, lines } = await makeUpload(
      [
        good({ Note: 'A1' }),
        good({ Note: 'A2' }),
        good({ Note: 'A3', 'Created At': '2026-11-20 09:30:01' }),
        good({ Note: 'A3', gclid: clickId(4) }),
      ],
      { columns: order },
    );
    expect(file).toMatchObject({ taken: 2, dropped: [{ reason: 'duplicate', leads: 2 }] });
    expect(lines.slice(1).map((row) => row[5])).toEqual(['Order ID', 'A1', 'A3']);
  });

  test('writes cells unchanged', async () => {
    const order = { ...columns, orderId: UPLOAD_HEADERS.indexOf('Note') };
    const { text } = await makeUpload([good({ Note: '+49 30' }), LOST], {
      columns: order,
      conversionName: '=Lead, "hot"',
    });
    expect(text).toContain('"=Lead, ""hot"""');
    expect(text).toContain(',+49 30\r\n');
  });

  test('counts every lead once, the most frequent reason first', async () => {
    const leads = makeUploadLeads(500).map((lead, index) => ({
      ...lead,
      ...(index % 5 === 0 && { gclid: '' }),
      ...(index % 7 === 0 && { 'Created At': '' }),
    }));
    const { file, lines } = await makeUpload(leads);
    // 100 of 500 have no click id; 72 have no date, 15 of them no click id either.
    expect(file.dropped).toEqual([
      { reason: 'no-click-id', leads: 100 },
      { reason: 'no-date', leads: 57 },
    ]);
    expect(file.taken).toBe(343);
    expect(lines).toHaveLength(345);
    expect(file.preview).toEqual(lines.slice(2, 7));
  });
});

describe('leads that the visitor left out', () => {
  /** 2,600 leads: rows 0 to 2,099 by Referral, the others by Search, every fourth with the status Spam. */
  const LEADS: UploadLead[] = makeUploadLeads(2600).map((lead, row) => ({
    ...lead,
    Source: row < 2100 ? 'Referral' : 'Search',
    'Lead Status': row % 4 === 0 ? 'Spam' : row % (row < 2100 ? 2 : 10) === 1 ? 'Qualified' : 'Lost',
  }));
  const WITHOUT_SPAM: Plan = { ...PLAN, leads: { leftOutStatuses: new Set(['Spam']), ...NO_DATES } };
  const CHOICES: UploadQuestion['choices'] = {
    kind: 'google-clicks',
    columns: guessFields(UPLOAD_HEADERS.map((header) => ({ header, samples: ['2026-01-15 a@example.com'] }))),
    dateFormat: 'iso',
    timeZone: 'UTC',
    conversionName: 'Lead',
    currency: 'EUR',
    phoneCountry: null,
    adUserData: null,
    adPersonalization: null,
  };

  async function makeBoth(leads: readonly UploadLead[], plan: Plan, options: OpenOptions = {}) {
    const { thread, analysis } = await openFile(uploadCsv(leads), plan, options);
    const worth = findLeadWorth(analysis, LIKE_CALCULATOR);
    const shared = { plan, worth, action: 'every-lead' as const };
    const upload = await thread.ask(
      'makeUploadFile',
      { ...shared, choices: CHOICES, now: UPLOAD_NOW },
      quietly,
    );
    const own = await thread.ask(
      'makeLeadsFile',
      { ...shared, valueHeading: 'Value', headers: UPLOAD_HEADERS, delimiter: ',', encoding: 'utf-8' },
      quietly,
    );
    const [headings, ...rows] = parse((await own.blob.text()).replace('\ufeff', ''));
    return {
      thread,
      analysis,
      upload,
      uploaded: parse(await upload.blob.text()).slice(2),
      own,
      headings,
      rows,
    };
  }

  test('by status are in no upload, and stay without a value in the own file; the others keep their value', async () => {
    const { analysis, upload, uploaded, own, headings, rows } = await makeBoth(LEADS, WITHOUT_SPAM);
    expect(analysis.totalLeads).toBe(1950);
    expect(upload).toMatchObject({ taken: 1950, dropped: [{ reason: 'left-out-status', leads: 650 }] });
    const counted = LEADS.filter((lead) => lead['Lead Status'] !== 'Spam');
    const valueOf = ({ Source = '', Device = '' }: UploadLead) => valueIn(analysis, [Source, Device]);
    // Behind row 2,000 the values change with the source: a value of another row would be seen.
    expect(uploaded.map((row) => [row[0], row[3]])).toEqual(
      counted.map((lead) => [lead.gclid, valueOf(lead).toFixed(2)]),
    );
    expect(new Set(uploaded.map((row) => row[3])).size).toBeGreaterThan(2);
    expect(headings?.slice(UPLOAD_HEADERS.length)).toEqual([
      'Value',
      'Source Segment',
      'Device Segment',
      'Value Rules',
      'Why No Value',
    ]);
    expect(own).toMatchObject({ rows: 2600, withoutValue: 650 });
    expect(own.preview).toEqual(rows.slice(0, 5));
    expect(rows.map((row) => [row[3], row[11], row[15]])).toEqual(
      LEADS.map((lead) =>
        lead['Lead Status'] === 'Spam'
          ? [lead.gclid, '', 'Status left out in step 3']
          : [lead.gclid, String(valueOf(lead)), ''],
      ),
    );
    // Nothing of the analysis stands in the row of a lead that is not part of it.
    expect(rows[0]?.slice(11, 15)).toEqual(['', '', '', '']);
  });

  test('count again once another plan leaves nothing out', async () => {
    const { thread, analysis } = await makeBoth(LEADS, WITHOUT_SPAM);
    const worth = findLeadWorth(analysis, LIKE_CALCULATOR);
    const file = await thread.ask(
      'makeUploadFile',
      { plan: PLAN, worth, action: 'every-lead', choices: CHOICES, now: UPLOAD_NOW },
      quietly,
    );
    expect(file).toMatchObject({ taken: 2600, dropped: [] });
  });

  test('by date, by age or without a date are named by their reason, in the order of step 2', async () => {
    const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-19', '2026-11-20', '?'];
    const leads = days.map((day, row) => ({
      ...GOOD_LEAD,
      gclid: clickId(row),
      'Created At': `${day} 09:30:00`,
    }));
    const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
    const plan: Plan = {
      ...PLAN,
      leads: {
        leftOutStatuses: new Set(),
        dateColumn: 8,
        dateFormat: 'iso',
        from: day('2026-11-02'),
        to: day('2026-11-19'),
        youngerThanDays: 1,
      },
    };
    const { upload, uploaded, rows } = await makeBoth(leads, plan);
    expect(uploaded.map(([id]) => id)).toEqual([clickId(1), clickId(2), clickId(3)]);
    expect(upload.dropped).toEqual([
      { reason: 'left-out-date', leads: 2 },
      { reason: 'left-out-unreadable-date', leads: 1 },
    ]);
    expect(rows.map((row) => row[15])).toEqual([
      'Outside the days chosen in step 2',
      '',
      '',
      '',
      'Outside the days chosen in step 2',
      'No date that can be read, and only chosen days count',
    ]);
    const young = await makeBoth(leads, {
      ...plan,
      leads: { ...plan.leads!, from: null, to: null }, // set above
    });
    expect(young.upload.dropped).toEqual([
      { reason: 'left-out-unreadable-date', leads: 1 },
      { reason: 'left-out-young', leads: 1 },
    ]);
    expect(young.rows[4]?.[15]).toBe('Too young, left out in step 3');
  });

  test('while the file was read are counted too, and no later lead gets their value', async () => {
    const leads = LEADS.slice(2050, 2150);
    const [first, second, third] = [leads[0], leads[1], leads[2]] as const;
    const test = { ...first, Email: 'test@meta.com', Note: '<test lead: dummy data for Note>' };
    const all = [test, first, second, first, third, second, ...leads.slice(3)].map((lead) => lead ?? {});
    const left = await makeBoth(all, PLAN, { leaveOut: ['testLeads', 'duplicates'] });
    expect(left.upload).toMatchObject({
      taken: 100,
      dropped: [
        { reason: 'left-out-duplicate', leads: 2 },
        { reason: 'left-out-test', leads: 1 },
      ],
    });
    const valueOf = ({ Source = '', Device = '' }: UploadLead) => valueIn(left.analysis, [Source, Device]);
    const reasons = ['Test lead, left out in step 2', '', '', 'Duplicate, left out in step 2', ''];
    expect(left.rows.map((row) => row[15])).toEqual([
      ...reasons,
      reasons[3],
      ...leads.slice(3).map(() => ''),
    ]);
    expect(left.rows.map((row) => [row[3], row[11]])).toEqual(
      all.map((lead, row) => [lead.gclid, left.rows[row]?.[15] ? '' : String(valueOf(lead))]),
    );
    // Each kind is left out on its own; the test lead has the click id of the first lead.
    const onlyTests = await makeBoth(all, PLAN, { leaveOut: ['testLeads'] });
    expect(onlyTests.upload.dropped).toEqual([
      { reason: 'duplicate', leads: 2 },
      { reason: 'left-out-test', leads: 1 },
    ]);
    const onlyRepeats = await makeBoth(all, PLAN, { leaveOut: ['duplicates'] });
    expect(onlyRepeats.upload.dropped).toEqual([
      { reason: 'left-out-duplicate', leads: 2 },
      { reason: 'duplicate', leads: 1 },
    ]);
    // A repeat that was not left out in step 2 is a lead: platforms count a conversion once.
    const kept = await makeBoth(all, PLAN);
    expect(kept.upload).toMatchObject({ taken: 100, dropped: [{ reason: 'duplicate', leads: 3 }] });
    expect(kept.headings).not.toContain('Why No Value');
  });
});

describe('making a file', () => {
  async function openMany(leads = 5000) {
    const opened = await openFile(uploadCsv(makeUploadLeads(leads)));
    const question: LeadsFileQuestion = {
      plan: PLAN,
      worth: findLeadWorth(opened.analysis, LIKE_CALCULATOR),
      valueHeading: 'Lead Value ($)',
      headers: UPLOAD_HEADERS,
      delimiter: ',',
      encoding: 'utf-8',
    };
    return { ...opened, question };
  }

  test.each([
    [5000, [2000, 4000, 5000]],
    [4000, [2000, 4000]],
  ])('of %i leads reports its progress', async (leads, expected) => {
    const { thread, question } = await openMany(leads);
    const done: number[] = [];
    await thread.ask('makeLeadsFile', question, {
      ...quietly,
      onProgress: (progress) => done.push(progress.done),
    });
    expect(done).toEqual(expected);
    const seen: number[][] = [];
    const [action, now] = ['every-lead', UPLOAD_NOW] as const;
    const choices = {
      kind: 'google-clicks',
      columns: {
        ...NO_FIELDS,
        gclid: UPLOAD_HEADERS.indexOf('gclid'),
        time: UPLOAD_HEADERS.indexOf('Created At'),
      },
      dateFormat: null,
      timeZone: 'UTC',
      conversionName: 'Lead',
      currency: 'EUR',
      phoneCountry: null,
      adUserData: null,
      adPersonalization: null,
    } as const;
    const onProgress = (progress: { done: number; rows: number }) =>
      seen.push([progress.done, progress.rows]);
    const asked = { plan: PLAN, worth: question.worth, action, choices, now };
    const upload = await thread.ask('makeUploadFile', asked, { ...quietly, onProgress });
    expect(upload.blob.type).toBe('text/csv');
    const { port1: port } = new MessageChannel();
    await thread.ask('makeEvents', { ...asked, port }, { ...quietly, onProgress });
    port.close();
    const corrections = { ...asked, sent: [new File([upload.blob], 'sent.csv')], retractsGone: false };
    await thread.ask('makeCorrections', corrections, { ...quietly, onProgress });
    const once = expected.map((rows) => [rows, leads]);
    expect(seen).toEqual([...once, ...once, ...once]);
  });

  test('ends when the page cancels it, and the file stays open', async () => {
    const { thread, question } = await openMany();
    const controller = new AbortController();
    const progress: number[] = [];
    const making = thread.ask('makeLeadsFile', question, {
      signal: controller.signal,
      onProgress: ({ done }) => {
        progress.push(done);
        controller.abort(new Error('no longer wanted'));
      },
    });
    await expect(making).rejects.toThrow('no longer wanted');
    expect((await thread.ask('makeLeadsFile', question, quietly)).rows).toBe(5000);
    expect(progress).toEqual([2000]);
  });
});

test('every question for a file of leads has the plan, and that for the own file the form of the open one', async () => {
  const { report, headers } = await openFile('Status;Source;Source;\nQualified;a;b;\nLost;c;d;\n');
  expect(headers).toEqual(['Status', 'Source', 'Source (2)', 'Column 4']);
  const asked: unknown[][] = [];
  const ask = ((...question: unknown[]) => Promise.resolve(asked.push(question))) as LeadThread['ask'];
  const files = createLeadFiles({ ask }, { columns: [], report }, PLAN);
  expect(files).toMatchObject({ columns: [], encoding: 'utf-8' });
  const worth = { basis: 'conversions', base: 40, ruled: [] } as const;
  const corrections = {
    worth,
    action: 'every-lead',
    sent: [],
    choices: { columns: NO_FIELDS, dateFormat: null, timeZone: null, currency: 'EUR', phoneCountry: null },
    retractsGone: false,
    now: UPLOAD_NOW,
  } as const;
  const consent = { adUserData: null, adPersonalization: null };
  const upload = {
    worth,
    action: 'every-lead',
    now: UPLOAD_NOW,
    choices: { ...corrections.choices, ...consent, kind: 'linkedin', conversionName: 'Lead' },
  } as const;
  const { port1: port } = new MessageChannel();
  await files.fitModel('value', quietly);
  await files.makeLeadsFile({ worth, valueHeading: 'Value' }, quietly);
  await files.makeUploadFile(upload, quietly);
  await files.makeCorrections(corrections, quietly);
  await files.makeEvents({ ...upload, port }, quietly);
  await files.makeRowsFile({ rows: [], heading: 'Reason' });
  const own = { headers: ['Status', 'Source', 'Source', ''], delimiter: ';', encoding: 'utf-8' };
  expect(asked).toEqual([
    ['fitModel', { plan: PLAN, basis: 'value' }, quietly],
    ['makeLeadsFile', { plan: PLAN, worth, valueHeading: 'Value', ...own }, quietly],
    ['makeUploadFile', { plan: PLAN, ...upload }, quietly],
    ['makeCorrections', { plan: PLAN, ...corrections }, quietly],
    ['makeEvents', { plan: PLAN, ...upload, port }, quietly],
    ['makeRowsFile', { rows: [], heading: 'Reason' }],
  ]);
});
