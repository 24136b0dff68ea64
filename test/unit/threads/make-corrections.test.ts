import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { MICROSOFT_CORRECTIONS } from '#frontend/analysis/platforms/microsoft-advertising/microsoft-corrections.ts';
import { judge } from '#frontend/analysis/judge/analyse.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import { findLeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import type { CorrectionAnswer, CorrectionQuestion } from '#frontend/threads/leads/make-corrections.ts';
import type { UploadQuestion } from '#frontend/threads/leads/check-leads.ts';
import { readSentFiles } from '#frontend/threads/leads/read-sent-files.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { portPair } from '#test/support/port-pair.ts';
import { NO_FIELDS, sha256, UPLOAD_NOW } from '#test/support/upload-leads.ts';
import { findUploadFaults } from '#test/support/upload-rules.ts';

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

const HEADER = 'Status,Source,gclid,msclkid,Email,Created,Order';
const COLUMNS = { ...NO_FIELDS, gclid: 2, msclkid: 3, email: 4, time: 5, orderId: 6 };

/** Five leads of one source, three of them won: a lead is worth the base times 3 / 5 by the action 'every lead', and the base by 'converted leads'. */
const LEADS = [
  'Won,Fair,EAIaIQobChMI-good_0001,a894f652ea334e739002f7167ab8f8e3,ann@example.com,2026-11-20 09:30:00,A1',
  'Won,Fair,EAIaIQobChMI-good_0002,b894f652ea334e739002f7167ab8f8e3,bea@example.com,2026-10-25 02:15:00+0200,A2',
  'Lost,Fair,EAIaIQobChMI-good_0003,c894f652ea334e739002f7167ab8f8e3,cem@example.com,2026-10-25 02:15:00+0100,A3',
  'Won,Fair,EAIaIQobChMI-good_0004,d894f652ea334e739002f7167ab8f8e3,dan@example.com,2026-11-02 23:05:09,"A 4, x"',
  'Lost,Fair,EAIaIQobChMI-good_0005,e894f652ea334e739002f7167ab8f8e3,eva@example.com,2026-10-01 00:05:00,A5',
];

const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
};

interface Opened {
  leads?: readonly string[];
  conversionValue?: number;
  action?: ConversionAction;
  options?: OpenOptions;
}

/** Opens leads as the page does, and asks for files of them. */
async function openLeads({
  leads = LEADS,
  conversionValue = 100,
  action = 'every-lead',
  options = {},
}: Opened = {}) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  onTestFinished(() => thread.close());
  const csv = new File([[HEADER, ...leads].join('\n')], 'leads.csv');
  const opened = await thread.ask('open', { file: csv, options }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  const analysis = judge(await thread.ask('measure', PLAN), { conversionValue, thresholdPercent: 10 });
  const shared = { plan: PLAN, action, worth: findLeadWorth(analysis, { action }), now: UPLOAD_NOW };
  const choices = {
    columns: COLUMNS,
    dateFormat: null,
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    phoneCountry: null,
  };
  return {
    async upload(kind: UploadQuestion['choices']['kind'], changes: Partial<UploadQuestion['choices']> = {}) {
      const consent = { adUserData: null, adPersonalization: null };
      const asked = { ...choices, ...consent, kind, conversionName: 'Lead, won', ...changes };
      const { blob } = await thread.ask('makeUploadFile', { ...shared, choices: asked }, quietly);
      return new File([blob], `${kind}.csv`);
    },
    correct(
      sent: readonly File[],
      {
        columns,
        timeZone,
        dropsDays = false,
        keepsOrderIds = false,
        phoneCountry = null,
        ...changes
      }: Partial<CorrectionQuestion & CorrectionQuestion['choices']> = {},
    ) {
      const asked = {
        ...choices,
        dropsDays,
        keepsOrderIds,
        phoneCountry,
        ...(columns && { columns }),
        ...(timeZone !== undefined && { timeZone }),
      };
      return thread.ask(
        'makeCorrections',
        { ...shared, sent, choices: asked, retractsGone: false, ...changes },
        quietly,
      );
    },
  };
}

function expectMade(answer: CorrectionAnswer) {
  if (!answer.ok) throw new Error(answer.error.reason);
  return answer.value;
}

const BY_CLICK = { columns: { ...COLUMNS, orderId: null } };
const BY_ADDRESS = { columns: { ...COLUMNS, msclkid: null } };

/** Every upload that can be corrected, by each of its keys. */
const UPLOADS = [
  ['google-clicks', {}, 'orderId'],
  ['google-clicks', BY_CLICK, 'clickId'],
  ['google-enhanced', {}, 'orderId'],
  ['google-enhanced', BY_CLICK, 'clickId'],
  ['google-data-manager', {}, 'orderId'],
  ['google-data-manager', BY_CLICK, 'clickId'],
  ['microsoft', {}, 'clickId'],
  ['microsoft', BY_ADDRESS, 'address'],
] as const;

describe.each(UPLOADS)('an upload for %s (%o) that this page made', (kind, changes, key) => {
  const rules = kind === 'microsoft' ? 'microsoft-corrections' : 'google-corrections';

  test('is unchanged where nothing has changed', async () => {
    const { upload, correct } = await openLeads();
    const sent = await upload(kind, changes);
    expect(expectMade(await correct([sent]))).toMatchObject({
      sent: 5,
      found: 5,
      unchanged: 5,
      added: 0,
      files: [],
      stay: [],
      conversionNames: ['Lead, won'],
    });
  });

  test('is restated by its own key, lead by lead, in a file that the platform takes', async () => {
    const { upload } = await openLeads();
    const sent = await upload(kind, changes);
    const { correct } = await openLeads({ conversionValue: 120 });
    const { files, unchanged, stay } = expectMade(await correct([sent]));
    expect(files.map(({ kind: is, key: by, taken }) => [is, by, taken])).toEqual([['restate', key, 5]]);
    expect({ unchanged, stay }).toEqual({ unchanged: 0, stay: [] });
    for (const { blob } of files) {
      const text = await blob.text();
      expect(findUploadFaults(rules, text, UPLOAD_NOW)).toEqual([]);
      expect(text.match(/,72\.00,EUR\r\n/g)).toHaveLength(5); // 3 of 5 at 120
      await expect(text).toMatchFileSnapshot(`records/restate-${kind}-${key}.csv`);
    }
    // The page made that file too, so it is known the next time.
    const again = await correct([sent, ...files.map(({ blob }) => new File([blob], 'restate.csv'))]);
    expect(expectMade(again)).toMatchObject({ unchanged: 5, files: [], strayCorrections: 0 });
  });

  test('is retracted where a lead does not count any more, and that is final', async () => {
    const { upload } = await openLeads();
    const sent = await upload(kind, changes);
    const { correct } = await openLeads({ action: 'converted-leads' });
    const { files, retracted } = expectMade(await correct([sent]));
    const retract = files.find((file) => file.kind === 'retract');
    const text = (await retract?.blob.text()) ?? '';
    expect(findUploadFaults(rules, text, UPLOAD_NOW)).toEqual([]);
    expect(retracted).toEqual([{ reason: 'not-converted', conversions: 2 }]);
    await expect(text).toMatchFileSnapshot(`records/retract-${kind}-${key}.csv`);
    const again = await (await openLeads()).correct([sent, new File([text], 'retract.csv')]);
    expect(expectMade(again).stay).toContainEqual({ reason: 'retracted', conversions: 2 });
  });
});

describe('the comparison', () => {
  test('keeps restatements by order id and by click apart, since a file has one key', async () => {
    const { upload } = await openLeads();
    const sent = await upload('google-clicks');
    const text = (await sent.text()).replace('EUR,A3', 'EUR,').replace('EUR,A5', 'EUR,');
    const { correct } = await openLeads({ conversionValue: 120 });
    const { files } = expectMade(await correct([new File([text], 'sent.csv')]));
    expect(files.map(({ key, taken }) => [key, taken])).toEqual([
      ['orderId', 3],
      ['clickId', 2],
    ]);
  });

  test('reads corrections for Microsoft from before 2026-11-29, whose column of the currency had another name', async () => {
    const { upload } = await openLeads();
    const sent = await upload('microsoft');
    const { correct } = await openLeads({ conversionValue: 120 });
    const { files } = expectMade(await correct([sent]));
    const text = (await files[0]?.blob.text()) ?? '';
    expect(text.split('\r\n')[1]).toMatch(/,Adjustment Value,Adjustment Currency$/);
    const earlier = text.replace('Adjustment Currency', 'Adjustment Currency Code');
    for (const corrected of [text, earlier])
      expect(expectMade(await correct([sent, new File([corrected], 'restate.csv')]))).toMatchObject({
        unchanged: 5,
        stay: [],
        files: [],
      });
  });

  test('reads the files of this page from before 2026-11-29, with times of a zone that they name', async () => {
    const time = (text: string) => `"Lead, won",${text},60.00,EUR`;
    const sent = [
      'Parameters:TimeZone=Europe/Berlin',
      'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      `EAIaIQobChMI-good_0001,${time('2026-11-20 09:30:00')}`,
      `EAIaIQobChMI-good_0002,${time('2026-10-25 02:15:00+0200')}`,
      `EAIaIQobChMI-good_0003,${time('2026-10-25 02:15:00+0100')}`,
    ].join('\r\n');
    const { correct } = await openLeads({ conversionValue: 120 });
    const answer = expectMade(await correct([new File([sent], 'sent.csv')], BY_CLICK));
    expect(answer).toMatchObject({ sent: 3, found: 3, unchanged: 0, stay: [] });
    const text = (await answer.files[0]?.blob.text()) ?? '';
    expect(findUploadFaults('google-corrections', text, UPLOAD_NOW)).toEqual([]);
    const [zone, ...lines] = text.trimEnd().split('\r\n');
    expect(zone).toBe('Parameters:TimeZone=+0000');
    expect(lines.map((line) => line.split(',').at(-5))).toEqual([
      'Conversion Time',
      '2026-11-20 08:30:00',
      '2026-10-25 00:15:00',
      '2026-10-25 01:15:00',
    ]);
  });

  describe('of leads with bare numbers as order ids', () => {
    const leads = LEADS.map((lead, at) => lead.replace(/,A1$/, ',48213').replace(/,A2$/, `,${at}`));

    test.each([
      ['with the prefix', false, 'lead-48213,lead-1'],
      ['as before', true, '48213,1'],
    ])('%s carries the ids of its upload, whatever is chosen today', async (_, keepsOrderIds, ids) => {
      const { upload } = await openLeads({ leads });
      const sent = await upload('google-clicks', { keepsOrderIds });
      for (const id of ids.split(',')) expect(await sent.text()).toContain(`,EUR,${id}\r\n`);
      const { correct } = await openLeads({ leads, conversionValue: 120 });
      for (const today of [true, false]) {
        const answer = expectMade(await correct([sent], { keepsOrderIds: today }));
        expect(answer).toMatchObject({ sent: 5, found: 5, added: 0, bareOrderIds: keepsOrderIds ? 2 : 0 });
        const [file] = answer.files;
        const text = (await file?.blob.text()) ?? '';
        // Google corrects no id of one character.
        const corrected = keepsOrderIds ? ['48213', 'A3'] : ['lead-48213', 'lead-1', 'A3'];
        expect(
          text
            .split('\r\n')
            .slice(2, 2 + corrected.length)
            .map((line) => line.split(',')[0]),
        ).toEqual(corrected);
        expect(answer.stay).toEqual(keepsOrderIds ? [{ reason: 'short-order-id', conversions: 1 }] : []);
      }
    });

    test('finds a lead that was uploaded in both ways by the id of today’s choice', async () => {
      const { upload, correct } = await openLeads({ leads });
      const both = [await upload('google-clicks'), await upload('google-clicks', { keepsOrderIds: true })];
      const { correct: later } = await openLeads({ leads, conversionValue: 120 });
      expect(expectMade(await correct(both))).toMatchObject({ sent: 7, found: 5 });
      const idsOf = async (keepsOrderIds: boolean) => {
        const { files } = expectMade(await later(both, { keepsOrderIds }));
        return (await files[0]?.blob.text())?.match(/^(?:lead-)?48213/gm);
      };
      expect(await idsOf(false)).toEqual(['lead-48213']);
      expect(await idsOf(true)).toEqual(['48213']);
    });
  });

  test('knows a file that a spreadsheet saved with semicolons, and one with a byte order mark', async () => {
    const { upload, correct } = await openLeads();
    const text = await (await upload('google-clicks')).text();
    const [zone = '', ...rows] = text.replace('"A 4, x"', 'A 4').split('\r\n');
    const saved = [
      `${zone};;;;;`,
      ...rows.map((row) => row.replaceAll('"Lead, won"', 'Lead').replaceAll(',', ';')),
    ];
    const answer = await correct([new File([saved.join('\r\n')], 'sent.csv')]);
    expect(expectMade(answer)).toMatchObject({
      sent: 5,
      unchanged: 4,
      stay: [{ reason: 'gone', conversions: 1 }],
    });
    const marked = await correct([new File([`\uFEFF${text}`], 'sent.csv')]);
    expect(expectMade(marked).unchanged).toBe(5);
  });

  test('finds conversions of days without a time of day at the second of their upload', async () => {
    const days = LEADS.map((lead) => lead.replace(/,(2026-\d\d-\d\d)[^,]*/, ',$1'));
    const { upload, correct } = await openLeads({ leads: days });
    const sent = await upload('google-clicks', BY_CLICK);
    expect(await sent.text()).toContain('2026-11-20 22:59:59');
    expect(expectMade(await correct([sent]))).toMatchObject({ sent: 5, found: 5, unchanged: 5 });
    expect(expectMade(await correct([sent], { dropsDays: true }))).toMatchObject({ unchanged: 0 });
  });

  test('finds conversions of midnights at the second of their upload, as days and as moments', async () => {
    const midnights = LEADS.map((lead) => lead.replace(/,(2026-\d\d-\d\d)[^,]*/, ',$1 00:00:00'));
    const sentAt = async (leads: readonly string[]) => {
      const { upload, correct } = await openLeads({ leads });
      const sent = await upload('google-clicks', BY_CLICK);
      expect(expectMade(await correct([sent]))).toMatchObject({ sent: 5, found: 5, unchanged: 5 });
      return sent.text();
    };
    expect(await sentAt(midnights)).toContain('2026-11-20 22:59:59');
    const withTime = midnights.with(4, midnights[4]!.replace('00:00:00', '10:15:00')); // the last of five
    expect(await sentAt(withTime)).toContain('2026-11-19 23:00:00');
  });

  test('keeps the last conversion of a file, which is no line of totals', async () => {
    const { correct } = await openLeads();
    const sent =
      'Order ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency\r\n' +
      'A1,Lead,2026-11-20T08:30:00Z,60.00,EUR\r\nTotal,Lead,2026-11-20T08:30:00Z,60.00,EUR\r\n';
    expect(expectMade(await correct([new File([sent], 'sent.csv')]))).toMatchObject({
      sent: 2,
      unchanged: 1,
    });
  });

  test('says which leads are new, and retracts leads that are gone only where it is told to', async () => {
    const earlier = await openLeads({ leads: LEADS.slice(0, 4) });
    const sent = await earlier.upload('google-clicks');
    const today = await openLeads({ leads: LEADS.slice(1), options: {} });
    expect(expectMade(await today.correct([sent]))).toMatchObject({ found: 3, added: 1, gone: 1 });
    const { files, gone, retracted } = expectMade(await today.correct([sent], { retractsGone: true }));
    expect({ gone, retracted }).toEqual({ gone: 1, retracted: [{ reason: 'gone', conversions: 1 }] });
    expect(files.map(({ kind, taken }) => [kind, taken])).toContainEqual(['retract', 1]);
  });

  test('finds no click at a time of another zone, and retracts none', async () => {
    const { upload, correct } = await openLeads();
    const sent = await upload('google-clicks', BY_CLICK);
    const answer = expectMade(await correct([sent], { timeZone: 'UTC', retractsGone: true }));
    // The two times with an offset of their own are the same in every zone.
    expect(answer).toMatchObject({ found: 2, files: [], stay: [{ reason: 'other-time', conversions: 3 }] });
    const none = expectMade(await correct([sent], { timeZone: null, retractsGone: true }));
    expect(none).toMatchObject({ found: 2, files: [] });
  });

  test('takes no order id from a column for a platform that has none', async () => {
    const { upload } = await openLeads();
    const sent = await upload('microsoft');
    const { correct } = await openLeads({ conversionValue: 120 });
    const columns = { ...COLUMNS, msclkid: null, email: null };
    expect(expectMade(await correct([sent], { columns }))).toMatchObject({
      found: 0,
      added: 0,
      files: [],
      stay: [{ reason: 'gone', conversions: 5 }],
    });
  });

  test('counts rows that cannot be read, and retracts leads that are worth less than half a cent', async () => {
    const more = ['6', '7'].map(
      (end) => LEADS[0]?.replace('_0001', `_000${end}`).replace('A1', `A${end}`) ?? '',
    );
    const leads = [...LEADS, ...more];
    const { upload } = await openLeads({ leads });
    const text = await (await upload('google-clicks')).text();
    const sent = new File([text.replace('2026-09-30 22:05:00', 'in autumn')], 'sent.csv');
    const { correct } = await openLeads({ leads, conversionValue: 0.005 });
    const answer = expectMade(await correct([sent]));
    expect(answer).toMatchObject({
      sent: 7,
      found: 6,
      unchanged: 0,
      // The lead of the row that cannot be read has no value either.
      added: 0,
      retracted: [{ reason: 'no-value', conversions: 6 }],
      stay: [{ reason: 'unreadable', conversions: 1 }],
    });
    const [file] = answer.files;
    expect(file?.blob.type).toBe('text/csv');
    expect(file?.preview).toHaveLength(5);
    expect(file?.preview[0]).toEqual(['A1', 'Lead, won', '2026-11-22 12:00:00', 'RETRACT', '', '']);
    const lines = (await file?.blob.text())?.split('\r\n');
    expect(lines).toHaveLength(9);
    expect(lines?.[1]).toBe(file?.headings.join(','));
  });

  test('names the reason of most conversions first', async () => {
    const leads = LEADS.map((lead, at) => (at < 4 ? lead.replace(/Fair/, '(not set)') : lead));
    const { upload } = await openLeads({ leads });
    const sent = await upload('google-clicks');
    // Two leads are gone, and one is not converted any more; one of the file is not readable, and one has no key.
    const text = (await sent.text())
      .replace(
        'EAIaIQobChMI-good_0005,"Lead, won",2026-09-30 22:05:00',
        'EAIaIQobChMI-good_0005,"Lead, won",?',
      )
      .replaceAll(/EAIaIQobChMI-good_000[12]/g, '')
      .replace('EUR,A1', 'EUR,')
      .replace('EUR,A2', 'EUR,');
    const today = await openLeads({
      leads: LEADS.slice(2, 3),
      action: 'converted-leads',
      conversionValue: 100,
    });
    const answer = expectMade(await today.correct([new File([text], 'sent.csv')], { retractsGone: true }));
    expect(answer.stay).toEqual([
      { reason: 'without-key', conversions: 2 },
      { reason: 'unreadable', conversions: 1 },
    ]);
  });

  test('takes words that stand for nothing for no id', async () => {
    const { upload } = await openLeads();
    const sent = await upload('google-clicks', BY_CLICK);
    const leads = LEADS.map((lead) => lead.replace(/,[^,]*$/, ',(not set)').replace(/"A 4$/, ''));
    const { correct } = await openLeads({ leads: leads.filter((_, at) => at !== 3) });
    expect(expectMade(await correct([sent]))).toMatchObject({ found: 4, added: 0 });
  });

  test('takes no word for a date where there is none, and reads each row once', async () => {
    const { upload } = await openLeads();
    const sent = await upload('google-clicks');
    const { correct } = await openLeads();
    const columns = { ...COLUMNS, time: null };
    // Order ids are enough.
    expect(expectMade(await correct([sent], { columns }))).toMatchObject({ unchanged: 5, dateFormats: [] });
  });

  test('leaves conversions alone that were matched by an address only', async () => {
    const { upload, correct } = await openLeads();
    const sent = await upload('google-enhanced', { columns: { ...COLUMNS, gclid: null, orderId: null } });
    expect(expectMade(await correct([sent]))).toMatchObject({
      sent: 5,
      found: 0,
      stay: [{ reason: 'without-key', conversions: 5 }],
    });
  });
});

describe('corrections for Microsoft', () => {
  test('come in files of 100,000 rows at most', () => {
    expect(MICROSOFT_CORRECTIONS.maxRows).toBe(100_000);
  });

  test.each([
    [3, [3]],
    [4, [3, 1]],
    [6, [3, 3]],
  ])('of %i no file has more rows than the limit, here 3', async (count, taken) => {
    const { maxRows } = MICROSOFT_CORRECTIONS;
    onTestFinished(() => void Object.assign(MICROSOFT_CORRECTIONS, { maxRows }));
    Object.assign(MICROSOFT_CORRECTIONS, { maxRows: 3 });
    const clicks = Array.from({ length: count }, (_, at) => `click_${String(at).padStart(8, '0')}`);
    const sent = [
      'Parameters:TimeZone=+0000',
      'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      ...clicks.map((click) => `${click},Lead,11/20/2026 8:30:00 AM,1.00,EUR`),
    ].join('\n');
    const leads = clicks.map((click) => `Won,Fair,,${click},,2026-11-20 09:30:00,`);
    const { correct } = await openLeads({ leads });
    const columns = { ...COLUMNS, email: null };
    const { files, unchanged } = expectMade(await correct([new File([sent], 'sent.csv')], { columns }));
    expect({ unchanged, taken: files.map((file) => file.taken) }).toEqual({ unchanged: 0, taken });
    expect(files.map(({ part, parts }) => [part, parts])).toEqual(
      taken.map((_, index) => [index + 1, taken.length]),
    );
    const texts = await Promise.all(files.map(({ blob }) => blob.text()));
    const heads = new Set(texts.map((text) => text.split('\r\n', 2).join('|')));
    expect([...heads]).toEqual([expect.stringMatching(/^Parameters:TimeZone=\+0000\|Microsoft Click ID,/)]);
    const written = texts.flatMap((text) => text.match(/^click_\d{8}/gm) ?? []);
    expect(written).toEqual(clicks);
  });
});

describe('addresses', () => {
  const MICROSOFT = { ...COLUMNS, msclkid: null, phone: 2, country: 3 };
  /** Numbers without a calling code, of a country that the row names or not; and one that is a hash already. */
  const people = [
    'Won,Fair,030 901820,DE,,2026-11-20 09:30:00,',
    'Won,Fair,030 901821,,,2026-11-20 09:31:00,',
    `Won,Fair,${sha256('+4930901822').toUpperCase()},,,2026-11-20 09:32:00,`,
    'Lost,Fair,+49 30 901823,,"Ann@Example.com ",2026-11-20 09:33:00,',
    'Lost,Fair,4.91510E+12,,Bea.X+ads@example.com,2026-11-20 09:34:00,',
  ];
  const hashesOf = (text: string) => text.match(/[0-9a-f]{64}/g);

  test('are hashed as the upload hashes them, and restated by these hashes', async () => {
    const asked = { columns: MICROSOFT, phoneCountry: 'DE' };
    const { upload } = await openLeads({ leads: people });
    const sent = await upload('microsoft', asked);
    const { correct } = await openLeads({ leads: people, conversionValue: 120 });
    const answer = expectMade(await correct([sent], asked));
    expect(answer).toMatchObject({ sent: 5, found: 5, stay: [], asksPhoneCountry: true });
    const text = (await answer.files[0]?.blob.text()) ?? '';
    expect(findUploadFaults('microsoft-corrections', text, UPLOAD_NOW)).toEqual([]);
    expect(hashesOf(text)).toEqual(
      ['+4930901820', '+4930901821', '+4930901822', 'ann@example.com', '+4930901823', 'beax@example.com'].map(
        sha256,
      ),
    );
    expect(hashesOf(text)).toEqual(hashesOf(await sent.text()));
  });

  test('need the country of numbers without a calling code, which is asked only then', async () => {
    const { upload, correct } = await openLeads({ leads: people });
    const sent = await upload('microsoft', { columns: MICROSOFT, phoneCountry: 'DE' });
    expect(expectMade(await correct([sent], { columns: MICROSOFT, phoneCountry: null }))).toMatchObject({
      found: 4,
      asksPhoneCountry: true,
    });
    const settled = await openLeads({ leads: people.filter((_, at) => at !== 1) });
    expect(
      expectMade(await settled.correct([sent], { columns: MICROSOFT, phoneCountry: null })),
    ).toMatchObject({ found: 4, asksPhoneCountry: false });
  });

  test('find no conversion for Google, and are not read for it', async () => {
    const { upload, correct } = await openLeads({ leads: people });
    const columns = { ...MICROSOFT, gclid: null, orderId: null };
    const sent = await upload('google-enhanced', { columns, phoneCountry: 'DE' });
    expect(expectMade(await correct([sent], { columns, phoneCountry: 'DE' }))).toMatchObject({
      found: 0,
      stay: [{ reason: 'without-key', conversions: 5 }],
      asksPhoneCountry: false,
    });
  });
});

describe('files that cannot be compared', () => {
  const google = 'Order ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency\n';
  const row = 'A1,Lead,2026-11-20T08:30:00Z,60.00,EUR\n';
  const microsoft =
    'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency\n' +
    'a894f652ea334e739002f7167ab8f8e3,Lead,11/20/2026 8:30:00 AM,60.00,EUR\n';
  const restate =
    'Order ID,Conversion Name,Adjustment Time,Adjustment Type,Adjusted Value,Adjusted Value Currency\n' +
    'A1,Lead,2026-11-21 10:00:00,RESTATE,70.00,EUR\n';

  test.each<[string, string[], unknown]>([
    ['another file', ['Status,Source\nWon,Fair\n'], { reason: 'not-an-upload', name: '0.csv' }],
    ['an empty one', [google + row, ''], { reason: 'not-an-upload', name: '1.csv' }],
    ['a text of signs', ['\u0089PNG' + '\0'.repeat(2000)], { reason: 'not-an-upload', name: '0.csv' }],
    ['those of two platforms', [google + row, microsoft], { reason: 'several-platforms' }],
    [
      'those of two conversions',
      [google + row, google + row.replace('Lead', 'Sale')],
      { reason: 'several-conversions', names: ['Lead', 'Sale'] },
    ],
    ['corrections alone', [restate], { reason: 'only-corrections' }],
    [
      'a zone that does not exist',
      [`Parameters:TimeZone=Mars/Olympus\n${google}${row}`],
      { reason: 'unknown-zone', name: '0.csv' },
    ],
  ])('%s', async (_, texts, error) => {
    const { correct } = await openLeads();
    const answer = await correct(texts.map((text, index) => new File([text], `${index}.csv`)));
    expect(answer).toEqual({ ok: false, error });
  });

  test('one that was moved since it was chosen, a picture, and one that is far too large', async () => {
    const moved = { arrayBuffer: () => Promise.reject(new Error('moved')) };
    const file = () => new File([google + row], 'sent.csv');
    expect(await readSentFiles([Object.assign(file(), moved)])).toEqual({
      ok: false,
      error: { reason: 'unreadable', name: 'sent.csv' },
    });
    const picture = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)], 'sent.csv');
    expect(await readSentFiles([picture])).toEqual({
      ok: false,
      error: { reason: 'unreadable', name: 'sent.csv' },
    });
    const ofSize = (value: number) => Object.defineProperty(file(), 'size', { value });
    const most = 100 * 1024 * 1024;
    expect(await readSentFiles([ofSize(most + 1)])).toEqual({
      ok: false,
      error: { reason: 'not-an-upload', name: 'sent.csv' },
    });
    expect(await readSentFiles([ofSize(most)])).toMatchObject({ ok: true });
  });

  test('the line of the zone stands above the headings of each file, in whatever order files are opened', async () => {
    const zoned = (zone: string, text: string) =>
      new File([`Parameters:TimeZone=${zone}\n${text}`], 'sent.csv');
    const zonesOf = async (...files: File[]) => {
      const read = await readSentFiles(files);
      return read.ok ? read.value.files.map(({ clock }) => clock?.name) : read.error;
    };
    expect(await zonesOf(zoned('Asia/Tokyo', restate), zoned('Europe/Berlin', google + row))).toEqual([
      'Asia/Tokyo',
      'Europe/Berlin',
    ]);
    expect(await zonesOf(zoned('+0000', google + row))).toEqual(['UTC']);
    expect(await zonesOf(new File([google + row], 'sent.csv'))).toEqual([undefined]);
    // The line stands above the headings, not in them.
    expect(
      await zonesOf(new File([google.replace('\n', ',Parameters:TimeZone=UTC\n') + row], 'sent.csv')),
    ).toEqual([undefined]);
    expect(await zonesOf()).toEqual({ reason: 'several-platforms' });
  });

  test('a LinkedIn upload, since LinkedIn takes no corrections', async () => {
    const { upload, correct } = await openLeads();
    const sent = await upload('linkedin');
    expect(await correct([sent])).toEqual({
      ok: false,
      error: { reason: 'not-an-upload', name: 'linkedin.csv' },
    });
  });
});
