import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { ConversionEvent } from '#frontend/analysis/platforms/google-ads/google-events.ts';
import { UPLOAD_FORMAT_IDS } from '#frontend/analysis/platforms/upload-formats.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import type { UploadQuestion } from '#frontend/threads/leads/check-leads.ts';
import type { CorrectionQuestion } from '#frontend/threads/leads/make-corrections.ts';
import type { StageConversionsQuestion } from '#frontend/threads/leads/stage-conversions.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import type { LeadsMessage } from '#frontend/threads/sends/prepare-leads.ts';
import { portPair } from '#test/support/port-pair.ts';
import { NO_FIELDS, sha256, UPLOAD_NOW } from '#test/support/upload-leads.ts';
import { findUploadFaults } from '#test/support/upload-rules.ts';

// A file is read as of the day on which it is opened.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: UPLOAD_NOW }));
afterEach(() => vi.useRealTimers());

const quietly = { onProgress: () => {}, signal: new AbortController().signal };

const HEADERS =
  'Source,Lifecycle Stage,Create Date,Became a Marketing Qualified Lead Date,Became a Customer Date,Amount,gclid,msclkid,Email,Record ID';
const COLUMNS = { ...NO_FIELDS, time: 2, gclid: 6, msclkid: 7, email: 8, orderId: 9 };

const keysOf = (lead: number) =>
  [`EAIaIQobChMI-${String(lead).padStart(6, '0')}`, lead.toString(16).padStart(32, '0'), `lead${lead}@example.com`].join(); // oxfmt-ignore

/**
 * 200 leads of June: 100 qualified after 2 days, of which 40 became customers at $1,900 after 20 days. So a lead is worth
 * 40/200 x 1,900 = 380, a qualified one 760, a customer 1,900. No platform takes them any more: they are too old.
 */
const OLD = Array.from({ length: 200 }, (_, lead) => {
  const [stage, qualified, won] =
    lead < 40
      ? ['Customer', '2026-06-03', '2026-06-21']
      : lead < 100
        ? ['Lost', '2026-06-03', '']
        : ['Lost', '', ''];
  return `Ads,${stage},2026-06-01,${qualified},${won},${won && 1900},${keysOf(1000 + lead)},${1000 + lead}`;
});

/** Young leads: one qualified, one that became a customer at once, one of yesterday and one of today. */
const YOUNG = [
  `Ads,Marketing Qualified Lead,2026-11-10 09:30,2026-11-12,,,${keysOf(1)},48213`,
  `Ads,Customer,2026-11-11 10:00,,2026-11-18 08:15,1900,${keysOf(2)},A2`,
  `Fair,Lead,2026-11-21,,,,${keysOf(3)},`,
  `Fair,Lead,2026-11-22,,,,${keysOf(4)},A4`,
];

const PLAN: Plan = {
  statusColumn: 1,
  qualified: new Set(['Customer']),
  attributes: [{ column: 0, field: 'Source', ranges: null, mapping: new Map() }],
  worth: { kind: 'column', column: 5 },
};

const ACTIONS = ['Lead', 'MQL', 'Deal'];

/** Opens leads as the page does, and asks for one conversion per stage. */
async function openLeads(young: readonly string[] = YOUNG, headers = HEADERS, old: readonly string[] = OLD) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  onTestFinished(() => thread.close());
  const file = new File([[headers, ...old, ...young].join('\n')], 'leads.csv');
  const opened = await thread.ask('open', { file, options: {} }, quietly);
  if (!opened.ok) throw new Error(opened.error.reason);
  const found = await thread.ask('findStages', { statusColumn: 1, qualified: PLAN.qualified });
  if (!found) throw new Error('No stage is found');
  const asked: StageConversionsQuestion = {
    plan: found,
    actions: ACTIONS,
    kind: 'increase',
    typedAmount: null,
    margin: 1,
  };
  const shared = {
    plan: PLAN,
    // No value of a stage is that of a lead.
    worth: { basis: 'conversions', base: 7, ruled: [[]] },
    action: 'converted-leads',
    now: UPLOAD_NOW,
  } as const;
  const choices = {
    columns: COLUMNS,
    dateFormat: null,
    timeZone: 'Europe/Berlin',
    currency: 'USD',
    phoneCountry: null,
  };
  const question = (
    kind: UploadQuestion['choices']['kind'],
    stages: Partial<StageConversionsQuestion> = {},
    changes: Partial<UploadQuestion> = {},
  ): UploadQuestion => ({
    ...shared,
    stages: { ...asked, ...stages },
    choices: { ...choices, kind, conversionName: 'of no stage', adUserData: null, adPersonalization: null },
    ...changes,
  });
  return {
    async upload(...asking: Parameters<typeof question>) {
      const { blob, ...made } = await thread.ask('makeUploadFile', question(...asking), quietly);
      return { ...made, text: await blob.text() };
    },
    async events(stages: Partial<StageConversionsQuestion>) {
      const { port1, port2 } = new MessageChannel();
      const sent: { event: ConversionEvent; identity: string | null }[] = [];
      const ended = new Promise<void>((resolve) => {
        port2.addEventListener('message', ({ data }: MessageEvent<LeadsMessage>) => {
          if (data.kind === 'leads') sent.push(...data.leads);
          else resolve();
        });
        port2.start();
      });
      const made = await thread.ask(
        'makeEvents',
        { ...question('google-data-manager', stages), port: port1 },
        quietly,
      );
      await ended;
      port1.close();
      return { made, sent };
    },
    correct: (
      sent: readonly File[],
      stages: Partial<StageConversionsQuestion> = {},
      changes: Partial<CorrectionQuestion> = {},
    ) =>
      thread.ask(
        'makeCorrections',
        { ...shared, stages: { ...asked, ...stages }, sent, choices, retractsGone: false, ...changes },
        quietly,
      ),
  };
}

const rowsOf = (text: string) => Papa.parse<string[]>(text, { skipEmptyLines: true }).data;

describe('a file of one conversion per stage', () => {
  test('has each lead once per stage that it has reached, with action, time, increase and order id of the stage', async () => {
    const { upload } = await openLeads();
    const { text, taken, dropped, stages, bareOrderIds } = await upload('google-enhanced');
    const email = (lead: number) => sha256(`lead${lead}@example.com`);
    const click = (lead: number) => keysOf(lead).split(',')[0]!;
    expect(rowsOf(text)).toEqual([
      ['Parameters:TimeZone=+0000'],
      ['Email', 'Conversion Name', 'Conversion Time', 'Conversion Value', 'Conversion Currency', 'Order ID', 'Google Click ID'], // oxfmt-ignore
      [email(1), 'Lead', '2026-11-10 08:30:00', '380.00', 'USD', '48213-lead', click(1)],
      // A day without a time ends at 23:59:59 in Berlin.
      [email(1), 'MQL', '2026-11-12 22:59:59', '380.00', 'USD', '48213-marketing-qualified-lead', click(1)],
      [email(2), 'Lead', '2026-11-11 09:00:00', '380.00', 'USD', 'A2-lead', click(2)],
      // The file does not say when it was qualified: the time of the lead.
      [email(2), 'MQL', '2026-11-11 09:00:00', '380.00', 'USD', 'A2-marketing-qualified-lead', click(2)],
      [email(2), 'Deal', '2026-11-18 07:15:00', '1140.00', 'USD', 'A2-customer', click(2)],
      [email(3), 'Lead', '2026-11-21 22:59:59', '380.00', 'USD', '', click(3)],
    ]);
    expect(taken).toBe(6);
    expect(bareOrderIds).toBe(0);
    expect(dropped).toEqual([
      { reason: 'too-old', leads: 340 },
      { reason: 'today', leads: 1 },
    ]);
    const [mql, customer] = ['Became a Marketing Qualified Lead Date', 'Customer'];
    expect(stages).toEqual([
      {
        name: 'Lead',
        action: 'Lead',
        value: 380,
        leftOut: null,
        worth: 380,
        isAtLeast: false,
        reached: 204,
        taken: 3,
        atLeadTime: 0,
      },
      {
        name: mql,
        action: 'MQL',
        value: 380,
        leftOut: null,
        worth: 760,
        isAtLeast: false,
        reached: 102,
        taken: 2,
        atLeadTime: 1,
      },
      {
        name: customer,
        action: 'Deal',
        value: 1140,
        leftOut: null,
        worth: 1900,
        isAtLeast: false,
        reached: 41,
        taken: 1,
        atLeadTime: 0,
      },
    ]);
  });

  test('has midnights of a stage as days where its column has no other time, and the upload is found again', async () => {
    const timesOf = async (...changes: readonly [string, string][]) => {
      const young = YOUNG.map((lead) =>
        changes.reduce(
          (text, [from, to]) => text.replace(from, to),
          lead.replace('2026-11-12,', '2026-11-12T00:00:00,'),
        ),
      );
      const { upload, correct } = await openLeads(young);
      const { text } = await upload('google-clicks');
      const answer = await correct([new File([text], 'sent.csv')]);
      expect(answer).toMatchObject({ ok: true, value: { sent: 6, unchanged: 6 } });
      return rowsOf(text).slice(2).filter(([, name]) => name === 'MQL').map((row) => row[2]); // oxfmt-ignore
    };
    expect(await timesOf()).toEqual(['2026-11-12 22:59:59', '2026-11-11 09:00:00']);
    // The other lead was qualified at a time of the day, by the same column.
    expect(await timesOf(['10:00,,', '10:00,2026-11-12 10:15,'])).toEqual([
      '2026-11-11 23:00:00',
      '2026-11-12 09:15:00',
    ]);
  });

  test('has the whole value of each stage where that is chosen', async () => {
    const { upload } = await openLeads();
    const { stages } = await upload('microsoft', { kind: 'whole' });
    expect(stages!.map(({ value }) => value)).toEqual([380, 760, 1900]);
    const typed = await upload('microsoft', { kind: 'whole', typedAmount: 1000, margin: 0.5 });
    expect(typed.stages!.map(({ value }) => value)).toEqual([100, 200, 500]);
  });

  test('leaves out a stage without an action, and the next one is the increase over the one before it', async () => {
    const { upload } = await openLeads();
    const { taken, stages, text } = await upload('google-clicks', { actions: ['', 'MQL', 'Deal'] });
    expect(stages!.map(({ value, leftOut, taken: own }) => [value, leftOut, own])).toEqual([
      [null, 'no-action', 0],
      [760, null, 2],
      [1140, null, 1],
    ]);
    expect(taken).toBe(3);
    expect(rowsOf(text).slice(2).map((row) => row[1])).toEqual(['MQL', 'MQL', 'Deal']); // oxfmt-ignore
  });

  test('leaves out a stage whose value is not known', async () => {
    const { upload } = await openLeads();
    const { taken, stages } = await upload('google-clicks', {}, { plan: { ...PLAN, worth: null } });
    expect(taken).toBe(0);
    expect(stages!.map(({ leftOut, reached }) => [leftOut, reached])).toEqual([
      ['no-value', 204],
      ['no-value', 102],
      ['no-value', 41],
    ]);
  });

  test.each(UPLOAD_FORMAT_IDS)('is one that %s takes', async (kind) => {
    const { upload } = await openLeads();
    const { text, taken, preview, headings } = await upload(kind);
    const rows = rowsOf(text).filter((row) => row.length > 1);
    expect(rows).toHaveLength(1 + taken);
    expect(preview).toEqual(rows.slice(1, 6));
    const at = (heading: string) => headings.indexOf(heading);
    if (kind === 'linkedin') {
      // A lead of today waits for its time only where a platform needs one.
      expect(findUploadFaults('linkedin', text, UPLOAD_NOW)).toEqual([]);
      expect(rows.slice(1).map((row) => [row[at('timestamp')], row[at('eventtype')], row[at('amount')]])).toEqual([
        [String(Date.parse('2026-11-10T08:30Z')), 'Lead', '380.00'],
        ['11/12/2026', 'MQL', '380.00'],
        [String(Date.parse('2026-11-11T09:00Z')), 'Lead', '380.00'],
        [String(Date.parse('2026-11-11T09:00Z')), 'MQL', '380.00'],
        [String(Date.parse('2026-11-18T07:15Z')), 'Deal', '1140.00'],
        ['11/21/2026', 'Lead', '380.00'],
        ['11/22/2026', 'Lead', '380.00'],
      ]); // oxfmt-ignore
    } else {
      expect(rows.slice(1).map((row) => [row[at('Conversion Name')], row[at('Conversion Value')]])).toEqual([
        ['Lead', '380.00'],
        ['MQL', '380.00'],
        ['Lead', '380.00'],
        ['MQL', '380.00'],
        ['Deal', '1140.00'],
        ['Lead', '380.00'],
      ]);
    }
  });

  test('has open and young leads that the results leave out, and none of the others that these leave out', async () => {
    const { upload } = await openLeads();
    const leads = {
      leftOutStatuses: new Set(['Marketing Qualified Lead', 'Customer']),
      dateColumn: 2,
      dateFormat: null,
      from: null,
      to: null,
      youngerThanDays: 30,
    };
    const { stages } = await upload('google-clicks', { typedAmount: 1900 }, { plan: { ...PLAN, leads } });
    // Without the 41 customers.
    expect(stages!.map(({ reached }) => reached)).toEqual([163, 61, 0]);
  });

  test('has won leads whose amount is of another currency, since no value is that of a lead', async () => {
    const dollars = (line: string) => line.replace(/,1900,/, ',$1900,');
    const euros = YOUNG[1]!.replace(',1900,', ',€1900,');
    const { upload } = await openLeads([YOUNG[0]!, euros], HEADERS, OLD.map(dollars));
    const worth = { kind: 'column', column: 5, currency: { code: 'USD' } } as const;
    const { stages } = await upload('google-clicks', {}, { plan: { ...PLAN, worth } });
    expect(stages!.map(({ reached, taken }) => [reached, taken])).toEqual([[202, 2], [102, 2], [41, 1]]); // oxfmt-ignore
  });

  test('reads the phone number of each lead by its own country', async () => {
    const young = [1, 2].map((lead) => YOUNG[0]!.replace(keysOf(1), keysOf(lead)));
    const headers = `${HEADERS},Phone,Country`;
    const [german, french] = [`${young[0]},01 23 45 67 89,FR`, `${young[1]},01 23 45 67 89,`];
    const { upload } = await openLeads([german, french!], headers, OLD.map((line) => `${line},,`)); // oxfmt-ignore
    const columns = { ...COLUMNS, orderId: null, email: null, phone: 10, country: 11 };
    const choices = { kind: 'google-enhanced', columns, dateFormat: null, timeZone: 'UTC', currency: 'USD', phoneCountry: 'IT', conversionName: '', adUserData: null, adPersonalization: null } as const; // oxfmt-ignore
    const { text } = await upload('google-enhanced', {}, { choices });
    const phones = rowsOf(text).slice(2).map(([phone]) => phone); // oxfmt-ignore
    expect(phones.slice(0, 2)).toEqual([sha256('+33123456789'), sha256('+33123456789')]);
    expect(phones).not.toContain(undefined);
    expect(new Set(phones.slice(2)).has(sha256('+33123456789'))).toBe(false);
  });

  test('drops the same conversion of an equal row, of its stage only', async () => {
    const { upload } = await openLeads([...YOUNG.slice(0, 2), YOUNG[1]!]);
    const { taken, dropped } = await upload('google-clicks');
    expect(taken).toBe(5);
    expect(dropped).toContainEqual({ reason: 'duplicate', leads: 3 });
  });

  test('reads stages that are written in another way than the dates of leads', async () => {
    const lead = `Ads,Marketing Qualified Lead,2026-11-10 09:30,12.11.2026 14:00,,,${keysOf(1)},48213`;
    const german = OLD.map((line) => line.replace('2026-06-03', '03.06.2026').replace('2026-06-21', '21.06.2026')); // oxfmt-ignore
    const { upload } = await openLeads([lead, ...YOUNG.slice(2)], HEADERS, german);
    const { text } = await upload('google-clicks', { actions: ['', 'MQL', ''] });
    expect(rowsOf(text)[2]).toContain('2026-11-12 13:00:00');
  });
});

describe('a send of one stage', () => {
  test('has its leads only, each under an id of its own', async () => {
    const { events } = await openLeads();
    const { made, sent } = await events({ only: 1 });
    expect(made.taken).toBe(2);
    expect(sent.map(({ event: { transactionId, conversionValue, eventTimestamp }, identity }) => [
      transactionId, conversionValue, eventTimestamp, identity,
    ])).toEqual([
      ['48213-marketing-qualified-lead', 380, '2026-11-12T22:59:59Z', null],
      ['A2-marketing-qualified-lead', 380, '2026-11-11T09:00:00Z', null],
    ]); // oxfmt-ignore
  });

  test('has the stage in the identity of a lead without an order id', async () => {
    const { events } = await openLeads();
    const { sent } = await events({ only: 0 });
    expect(sent.at(-1)!.identity).toBe(`["${keysOf(3).split(',')[0]}","2026-11-21T22:59:59Z","lead"]`);
  });
});

describe('corrections of one conversion per stage', () => {
  const TODAY = YOUNG.map((line) =>
    line.replace('Customer,2026-11-11 10:00,,2026-11-18 08:15,1900', 'Lost,2026-11-11 10:00,,,'),
  );

  const uploadOf = async (kind: UploadQuestion['choices']['kind']) =>
    new File([(await (await openLeads()).upload(kind)).text], 'sent.csv');

  test('leave equal conversions alone', async () => {
    const { correct } = await openLeads();
    const answer = await correct([await uploadOf('google-clicks')]);
    expect(answer).toMatchObject({
      ok: true,
      value: { conversionNames: ACTIONS, sent: 6, found: 6, unchanged: 6, gone: 0, files: [] },
    });
  });

  test.each(['google-clicks', 'microsoft'] as const)(
    'take back the stages that a lead has not reached after all, and restate the others: %s',
    async (kind) => {
      const { correct } = await openLeads(TODAY);
      const answer = await correct([await uploadOf(kind)], { kind: 'whole' });
      if (!answer.ok) throw new Error(answer.error.reason);
      const { files, retracted, unchanged } = answer.value;
      expect(retracted).toEqual([{ reason: 'not-reached', conversions: 2 }]);
      expect(unchanged).toBe(3); // the first stage is whole in both ways
      const rows = await Promise.all(
        files.map(async ({ kind: correction, key, blob }) => [
          correction,
          key,
          ...rowsOf(await blob.text())
            .slice(2)
            .map((row) => row.slice(0, 2)),
        ]),
      );
      if (kind === 'google-clicks') {
        expect(rows).toEqual([
          ['restate', 'orderId', ['48213-marketing-qualified-lead', 'MQL']],
          ['retract', 'orderId', ['A2-marketing-qualified-lead', 'MQL'], ['A2-customer', 'Deal']],
        ]);
      } else {
        const click = (lead: number) => keysOf(lead).split(',')[1];
        expect(rows).toEqual([
          ['restate', 'clickId', [click(1), 'MQL']],
          ['retract', 'clickId', [click(2), 'MQL'], [click(2), 'Deal']],
        ]);
      }
      const rules = kind === 'microsoft' ? 'microsoft-corrections' : 'google-corrections';
      for (const { blob } of files)
        expect(findUploadFaults(rules, await blob.text(), UPLOAD_NOW)).toEqual([]);
    },
  );

  test('leave the conversions of a stage that has no value today', async () => {
    const { correct } = await openLeads();
    const answer = await correct([await uploadOf('google-clicks')], {}, { plan: { ...PLAN, worth: null } });
    expect(answer).toMatchObject({
      ok: true,
      value: { files: [], stay: [{ reason: 'stage-without-value', conversions: 6 }] },
    });
  });

  test('name conversions that are those of no stage', async () => {
    const { correct } = await openLeads();
    const answer = await correct([await uploadOf('google-clicks')], { actions: ['Lead', '', 'Sale'] });
    expect(answer).toEqual({ ok: false, error: { reason: 'other-conversions', names: ['MQL', 'Deal'] } });
  });
});
