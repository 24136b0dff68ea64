import { createHmac } from 'node:crypto';
import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Destination } from '#contract/sends.ts';
import { guessFields } from '#frontend/analysis/uploads/guess-fields.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import type { UploadQuestion } from '#frontend/threads/leads/check-leads.ts';
import type { DataManager } from '#frontend/threads/sends/ask-data-manager.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { startSender } from '#frontend/threads/sends/send-client.ts';
import { EventsRefused } from '#frontend/threads/sends/send-failure.ts';
import { sendLeads, type SendOutcome } from '#frontend/threads/sends/send-leads.ts';
import type { SendProgress } from '#frontend/threads/sends/send-questions.ts';
import type { SentEvent } from '#frontend/threads/sends/prepare-leads.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import {
  googleStatus,
  startDataManager,
  type DataManagerStandIn,
} from '#test/support/data-manager-stand-in.ts';
import { portPair } from '#test/support/port-pair.ts';
import { hurry, SEND_KEY, startSendSite } from '#test/support/send-site.ts';
import { makeUploadLeads, UPLOAD_HEADERS, UPLOAD_NOW, type UploadLead } from '#test/support/upload-leads.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: UPLOAD_NOW });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const HEADERS = [...UPLOAD_HEADERS, 'Order ID'] as const;
type Lead = UploadLead & { 'Order ID'?: string };

const csvOf = (leads: readonly Lead[]) =>
  Papa.unparse({ fields: [...HEADERS], data: leads.map((lead) => HEADERS.map((name) => lead[name] ?? '')) });

const PLACE = { account: '1234567890', manager: null, action: '987654321' };
const ACCOUNTS = {
  [PLACE.account]: { actions: { [PLACE.action]: 'UPLOAD_CLICKS' as const }, managers: ['1112223333'] },
};

const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Qualified']),
  attributes: [{ column: 1, field: 'Source', ranges: null, mapping: new Map() }],
};
const quietly = () => ({ onProgress: () => {}, signal: new AbortController().signal });

const startGoogle = (more: Partial<Parameters<typeof startDataManager>[0]> = {}) =>
  startDataManager({ accounts: ACCOUNTS, ...more });

/** A visitor on one device: the threads of leads and of sending, and what is asked of them. */
async function startDevice(leads: readonly Lead[]) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const file = new File([csvOf(leads)], 'leads.csv');
  const opened = await hurry(thread.ask('open', { file, options: {} }, quietly()));
  if (!opened.ok) throw new Error(opened.error.reason);
  const columns = {
    ...guessFields(opened.value.columns),
    orderId: leads.some((lead) => lead['Order ID']) ? HEADERS.indexOf('Order ID') : null,
  };
  let keepsOrderIds = false;
  const question = (value = 100): UploadQuestion => ({
    plan: PLAN,
    worth: { basis: 'conversions', base: value, ruled: [[]] },
    action: 'every-lead',
    choices: {
      kind: 'google-data-manager',
      columns,
      dateFormat: null,
      timeZone: 'UTC',
      keepsOrderIds,
      conversionName: '',
      currency: 'USD',
      phoneCountry: 'DE',
      adUserData: null,
      adPersonalization: null,
    },
    now: Date.now(),
  });
  return { thread, question, keepOrderIds: () => void (keepsOrderIds = true) };
}

type Device = Awaited<ReturnType<typeof startDevice>>;

async function prepare(device: Device, place: Destination = PLACE, value?: number) {
  const sender = startSender();
  const { port1, port2 } = new MessageChannel();
  const [made, prepared] = await hurry(
    Promise.all([
      device.thread.ask('makeEvents', { ...device.question(value), port: port1 }, quietly()),
      sender.prepare(place, port2),
    ]),
  );
  if (!prepared.ok) throw new Error(prepared.error.problem);
  return { sender, made, prepared: prepared.value };
}

/** The answer of a command that was carried out, while time passes quickly. */
async function run<T>(
  work: Promise<{ ok: true; value: T } | { ok: false; error: { problem: string } }>,
): Promise<T> {
  const answer = await hurry(work);
  if (!answer.ok) throw new Error(answer.error.problem);
  return answer.value;
}

const noProgress = () => {};
const send = (
  sender: Awaited<ReturnType<typeof prepare>>['sender'],
  madeAt = UPLOAD_NOW,
): Promise<SendOutcome> => run(sender.send(madeAt, noProgress));

/** Starts everything: a device with leads, our site, Google. */
async function start(leads: readonly Lead[], google: DataManagerStandIn = startGoogle()) {
  const threads = stubBrowserThread();
  const site = startSendSite(google);
  const device = await startDevice(leads);
  return { threads, google, site, device };
}

const LEADS = makeUploadLeads(30);
const ALL_TAKEN = {
  total: 30,
  done: 30,
  left: 0,
  from: 0,
  refusedCount: 0,
  refused: [],
  warnings: [],
  stoppedBy: null,
  isLogged: true,
};

describe('leads that are ready', () => {
  test('are those of the file for Data Manager, with the same hashes and ids', async () => {
    const { device, google } = await start(
      LEADS.map((lead, index) => ({ ...lead, ...(index % 2 && { 'Order ID': `L-${index}` }) })),
    );
    const file = await hurry(device.thread.ask('makeUploadFile', device.question(), quietly()));
    const { sender, made, prepared } = await prepare(device);
    expect(made).toMatchObject({ taken: 30, dropped: file.dropped });
    expect(prepared.total).toBe(30);
    await send(sender);
    const rows = Papa.parse<Record<string, string>>(await file.blob.text(), {
      header: true,
      skipEmptyLines: true,
    }).data;
    const sent = google.ingested().flatMap(({ events }) => events) as {
      adIdentifiers: { gclid: string };
      userData: { userIdentifiers: object[] };
      eventTimestamp: string;
      conversionValue: number;
      transactionId: string;
    }[];
    expect(
      sent.map(({ adIdentifiers, userData, eventTimestamp, conversionValue }) => [
        adIdentifiers.gclid,
        userData.userIdentifiers,
        eventTimestamp,
        conversionValue,
      ]),
    ).toEqual(
      rows.map((row) => [
        row['Google Click ID'],
        [{ emailAddress: row['Email'] }, { phoneNumber: row['Phone Number'] }],
        row['Conversion Time'],
        Number(row['Conversion Value']),
      ]),
    );
    for (const [index, { transactionId }] of sent.entries())
      if (index % 2) expect(transactionId).toBe(rows[index]?.['Order ID']);
      else expect(transactionId).toMatch(/^[0-9a-f]{64}$/);
  });

  // Base64url has two letters that base64 has not.
  test.each([SEND_KEY, Buffer.from('fbff'.repeat(16), 'hex').toString('base64url')])(
    'without an order id have an HMAC of click id and time: %s',
    async (key) => {
      const { device, google, site } = await start(LEADS.slice(0, 10));
      site.answers['POST /api/sends/key'] = { key };
      const importKey = vi.spyOn(crypto.subtle, 'importKey');
      await send((await prepare(device)).sender);
      const [event] = google
        .conversions()
        .map(({ event: one }) => one as { adIdentifiers: { gclid: string }; eventTimestamp: string });
      const identity = JSON.stringify([event?.adIdentifiers.gclid, event?.eventTimestamp]);
      // The key cannot be read again.
      expect(importKey.mock.lastCall?.slice(2)).toEqual([{ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']]);
      importKey.mockRestore();
      const mac = createHmac('sha256', Buffer.from(key, 'base64url'))
        .update(`lead ${identity}`)
        .digest('hex');
      expect(google.conversions()[0]?.transactionId).toBe(mac);
    },
  );

  test('are shown as three rows in clear text; the page gets no more of them, and our site none', async () => {
    const { device, site } = await start(
      LEADS.map((lead, index) => (index === 1 ? { ...lead, Email: '', Phone: '' } : lead)),
    );
    const { made, prepared, sender } = await prepare(device);
    expect(made.preview).toHaveLength(3);
    expect(made.preview[0]).toContain('lead.0@example.com');
    expect(made.preview[0]).toContain('+49301000000');
    expect(made.headings.slice(0, 4)).toEqual([
      'Google Click ID',
      'Email',
      'Phone Number',
      'Conversion Time',
    ]);
    expect(made.preview[1]?.slice(0, 3)).toEqual([LEADS[1]?.gclid, '', '']);
    for (const row of made.preview) expect(row).toHaveLength(made.headings.length);
    expect(made.headings).not.toContain('Conversion Name');
    expect(Object.keys(prepared)).toEqual(['total', 'fingerprint']);
    await send(sender);
    const heard = JSON.stringify(site.heard);
    for (const [, secret] of Object.entries({
      email: 'lead.0@',
      phone: '49301000000',
      click: LEADS[0]?.gclid ?? '',
    }))
      expect(heard).not.toContain(secret);
    expect(heard).not.toMatch(/adIdentifiers|userData|transactionId/);
  });

  test('leave out a lead of the same click and second, which would have the same id', async () => {
    const twin = { ...LEADS[1], gclid: '', Email: 'lead.1@example.com' };
    const { device } = await start([...LEADS.slice(0, 12), twin, { ...twin, Phone: '030 9999999' }]);
    const { made, prepared } = await prepare(device);
    expect([made.taken, prepared.total, made.dropped]).toEqual([13, 13, [{ reason: 'duplicate', leads: 1 }]]);
  });

  test('count such leads among those that are left out, most leads first', async () => {
    const twin = { ...LEADS[1], gclid: '', Email: 'lead.1@example.com' };
    const twins = ['1', '2', '3'].map((end) => ({ ...twin, Phone: `030 999999${end}` }));
    const { device } = await start([...LEADS.slice(0, 12), { ...twin, Email: '', Phone: '' }, ...twins]);
    expect((await prepare(device)).made.dropped).toEqual([
      { reason: 'duplicate', leads: 2 },
      { reason: 'no-identifier', leads: 1 },
    ]);
    // With those that the file for Data Manager leaves out too, and before the reasons of fewer leads.
    const same = [LEADS[0], LEADS[0], LEADS[2]].map((lead) => ({ ...lead }));
    const other = await startDevice([
      ...LEADS.slice(0, 12),
      ...same,
      { ...twin, Email: '', Phone: '' },
      ...twins,
    ]);
    const { made, prepared } = await prepare(other);
    expect(made.dropped).toEqual([
      { reason: 'duplicate', leads: 5 },
      { reason: 'no-identifier', leads: 1 },
    ]);
    expect([made.taken, prepared.total]).toEqual([13, 13]);
  });
});

test('a command is refused with the words of a thread that failed', async () => {
  class FailingWorker extends EventTarget {
    postMessage({ id }: { id: number }): void {
      const data = { id, kind: 'failed', message: 'the thread broke' };
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
  vi.stubGlobal('Worker', FailingWorker);
  await expect(startSender().follow(['1'])).rejects.toThrow('the thread broke');
});

test('a thread that broke, or was closed, refuses what it was asked', async () => {
  class BrokenWorker extends EventTarget {
    terminate(): void {}
    postMessage({ question }: { question: string }): void {
      if (question === 'test')
        this.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    }
  }
  vi.stubGlobal('Worker', BrokenWorker);
  const sender = startSender();
  await expect(sender.test(noProgress)).rejects.toThrow('out of memory');
  await expect(sender.follow(['1'])).rejects.toThrow('out of memory');
  const other = startSender();
  const asked = other.follow(['1']);
  other.close();
  await expect(asked).rejects.toThrow('The thread was closed');
  // One that was asked nothing has nothing to refuse.
  expect(() => startSender().close()).not.toThrow();
});

test('nothing is tested before leads are prepared, and without the key of our site none are', async () => {
  const { site } = await start(LEADS);
  await expect(hurry(startSender().test(noProgress))).rejects.toThrow('No leads are prepared');
  site.answers['POST /api/sends/key'] = {};
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ kind: 'end' });
  expect(await hurry(startSender().prepare(PLACE, port2))).toEqual({
    ok: false,
    error: { problem: 'site-unavailable', said: null },
  });
});

test('leads that are prepared anew are all tried, whatever was refused before', async () => {
  const { device, google } = await start(LEADS);
  const { sender } = await prepare(device);
  const fieldViolations = [20, 3].map((at) => ({ field: `events[${at}].x`, description: '', reason: 'BAD' }));
  google.fail(googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations }]));
  const progress: SendProgress[] = [];
  const tested = await run(sender.test((step) => progress.push(step)));
  // In the order of the file, not of Google.
  expect(tested.refused.map(({ row }) => row)).toEqual([3, 20]);
  expect([progress[0], progress.at(-1)]).toEqual([
    { done: 0, total: 30, refused: 0, waitsSeconds: null },
    { done: 30, total: 30, refused: 2, waitsSeconds: null },
  ]);
  const { port1, port2 } = new MessageChannel();
  const asked = device.thread.ask('makeEvents', { ...device.question(), port: port1 }, quietly());
  await hurry(Promise.all([asked, sender.prepare(PLACE, port2)]));
  expect(await run(sender.test(noProgress))).toEqual(ALL_TAKEN);
});

describe('sending', () => {
  const events = Array.from({ length: 3 }, (_, row) => ({
    row,
    hasOrderId: true,
    event: { transactionId: `lead-${row}` } as SentEvent['event'],
  }));
  const batch = { destination: PLACE, events, fingerprint: '' };

  /** Sends the leads of the batch to a Google that answers so. */
  function sendTo(ingest: DataManager['ingest'], stopping = new AbortController()) {
    return sendLeads(
      batch,
      { ingest, retrieve: () => Promise.resolve(null) },
      { isTest: true, from: 0, known: new Map(), signal: stopping.signal, onSlice: async () => {} },
    );
  }

  test('is not tried again after a cancel, though Google has refused a lead', async () => {
    const stopping = new AbortController();
    const ingest = vi.fn(async () => {
      stopping.abort();
      throw new EventsRefused(new Map([[1, { reason: 'BAD', field: 'x' }]]));
    });
    expect(await sendTo(ingest, stopping)).toMatchObject({
      done: 0,
      refused: [{ row: 1, reason: 'BAD', field: 'x' }],
      // Of the leads that were dealt with.
      refusedCount: 0,
      stoppedBy: 'cancel',
    });
    expect(ingest).toHaveBeenCalledTimes(1);
  });

  test('names the account, the action and the leads, and that it is a test', async () => {
    const ingest = vi.fn(async () => ({ requestId: 'one', fieldWarnings: 'none' }));
    expect(await sendTo(ingest)).toMatchObject({ done: 3, warnings: [], stoppedBy: null });
    expect(ingest).toHaveBeenCalledWith({
      destinations: [
        {
          operatingAccount: { accountType: 'GOOGLE_ADS', accountId: PLACE.account },
          productDestinationId: PLACE.action,
        },
      ],
      encoding: 'HEX',
      validateOnly: true,
      events: events.map(({ event }) => event),
    });
  });

  test('fails for an error that is no reason to stop', async () => {
    await expect(sendTo(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  });
});

describe('a test', () => {
  test('lets Google check all leads, and nothing is recorded, here or there', async () => {
    const { device, google, site } = await start(LEADS);
    const { sender } = await prepare(device);
    expect(await run(sender.test(noProgress))).toEqual(ALL_TAKEN);
    expect(google.ingested().map(({ validateOnly }) => validateOnly)).toEqual([true]);
    expect(google.conversions()).toEqual([]);
    expect(site.sends).toEqual([]);
  });

  test('finds the leads that Google refuses, and the send leaves them out at once', async () => {
    const leads = LEADS.map((lead, index) => ({
      ...lead,
      'Order ID': [3, 20].includes(index) ? 'x'.repeat(65) + index : `L-${index}`,
    }));
    const { device, google, site } = await start(leads);
    const { sender } = await prepare(device);
    const refused = [3, 20].map((row) => ({ row, reason: 'FIELD_VALUE_TOO_LONG', field: 'transaction_id' }));
    expect(await run(sender.test(noProgress))).toMatchObject({ done: 30, refusedCount: 2, refused });
    expect(google.ingested().map(({ events }) => events.length)).toEqual([30, 28]);
    expect(await send(sender)).toMatchObject({ done: 30, refusedCount: 2, refused, stoppedBy: null });
    expect(google.ingested().map(({ events }) => events.length)).toEqual([30, 28, 1, 27]);
    expect(site.sends).toMatchObject([{ done: 30, refused: 2, requests: [{ events: 1 }, { events: 27 }] }]);
    const file = await hurry(
      device.thread.ask('makeRowsFile', { rows: [{ row: 20, reason: 'Too long' }], heading: 'Why Refused' }),
    );
    expect(file.preview[0]?.slice(-2)).toEqual([leads[20]?.['Order ID'], 'Too long']);
    expect((await file.blob.text()).split('\r\n')).toHaveLength(3);
  });
});

describe('a send', () => {
  test('of which Google refuses all leads has no request, and is noted', async () => {
    const leads = LEADS.slice(0, 10).map((lead, index) => ({ ...lead, 'Order ID': 'x'.repeat(65) + index }));
    const { device, site } = await start(leads);
    const { sender } = await prepare(device);
    await run(sender.test(noProgress));
    expect(await send(sender)).toMatchObject({
      done: 10,
      refusedCount: 10,
      warnings: [],
      stoppedBy: null,
      isLogged: true,
    });
    expect(site.sends).toMatchObject([{ done: 10, refused: 10, requests: [] }]);
  });

  test('counts what Google warns of, by its reason', async () => {
    const { device, google, site } = await start(LEADS);
    const { sender } = await prepare(device);
    const fieldWarnings = [{ reason: 'SHORT' }, {}, { reason: 'SHORT' }];
    google.fail({ status: 200, json: {} }, { status: 200, json: { fieldWarnings } });
    expect((await send(sender)).warnings).toEqual([
      { reason: 'SHORT', count: 2 },
      { reason: 'WARNING_REASON_GENERIC', count: 1 },
    ]);
    // The answers name no request that could be asked for later.
    expect(site.sends).toMatchObject([{ done: 30, requests: [] }]);
  });

  test('ends where Google refuses a lead that was not sent', async () => {
    const { device, google } = await start(LEADS);
    const { sender } = await prepare(device);
    const fieldViolations = [{ field: 'events[30]', description: '', reason: 'TOO_LONG' }];
    google.fail(googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations }]));
    expect(await send(sender)).toMatchObject({
      done: 0,
      refused: [],
      stoppedBy: { problem: 'not-understood' },
    });
  });

  test("tells progress and writes counts and Google's ids of requests in the log", async () => {
    const { device, google, site } = await start(LEADS);
    const { sender, prepared } = await prepare(device);
    const shown: SendProgress[] = [];
    const outcome = await run(sender.send(UPLOAD_NOW, (progress) => shown.push(progress)));
    expect(outcome).toEqual(ALL_TAKEN);
    expect(shown.at(-1)).toEqual({ done: 30, total: 30, refused: 0, waitsSeconds: null });
    expect(google.conversions()).toHaveLength(30);
    expect(site.sends).toMatchObject([
      {
        ...PLACE,
        ...prepared,
        madeAt: UPLOAD_NOW,
        done: 30,
        refused: 0,
        requests: [
          { events: 1, outcome: null },
          { events: 29, outcome: null },
        ],
      },
    ]);
  });

  test('goes through the manager account where one is named', async () => {
    const { device, google } = await start(
      LEADS,
      startGoogle({
        accounts: {
          [PLACE.account]: {
            ...ACCOUNTS[PLACE.account],
            actions: { [PLACE.action]: 'UPLOAD_CLICKS' },
            isDirect: false,
            managers: ['1112223333'],
          },
        },
      }),
    );
    expect((await send((await prepare(device)).sender)).stoppedBy).toMatchObject({ problem: 'no-access' });
    const { sender } = await prepare(device, { ...PLACE, manager: '1112223333' });
    expect((await send(sender)).stoppedBy).toBeNull();
    expect(google.ingested().at(-1)?.destinations).toEqual([
      {
        operatingAccount: { accountType: 'GOOGLE_ADS', accountId: PLACE.account },
        loginAccount: { accountType: 'GOOGLE_ADS', accountId: '1112223333' },
        productDestinationId: PLACE.action,
      },
    ]);
  });

  test('of the same leads makes no second conversion: again, after a reload, or from another device', async () => {
    const { device, google, site } = await start(LEADS);
    const { sender } = await prepare(device);
    await send(sender);
    await send(sender);
    sender.close();
    await send((await prepare(device)).sender);
    const other = await startDevice(LEADS);
    await send((await prepare(other)).sender);
    // Each has a first request of one lead.
    expect(google.ingested()).toHaveLength(8);
    expect(google.conversions()).toHaveLength(30);
    expect(site.sends).toHaveLength(4);
  });

  test('with other values changes the conversions and adds none', async () => {
    const { device, google } = await start(LEADS);
    await send((await prepare(device)).sender);
    const before = google.conversions().map(({ value }) => value);
    await send((await prepare(device, PLACE, 200)).sender);
    const after = google.conversions().map(({ value }) => value);
    expect(after).toHaveLength(30);
    expect(after[0]).toBeCloseTo((before[0] ?? 0) * 2, 1);
  });

  test('to another conversion action has other conversions', async () => {
    const accounts = {
      [PLACE.account]: { actions: { [PLACE.action]: 'UPLOAD_CLICKS', '5': 'UPLOAD_CLICKS' } as const },
    };
    const { device, google } = await start(LEADS, startGoogle({ accounts }));
    await send((await prepare(device)).sender);
    await send((await prepare(device, { ...PLACE, action: '5' })).sender);
    expect(google.conversions()).toHaveLength(60);
  });

  test.each([
    ['terms', { hasTerms: false }],
    ['leads-setting', { hasLeadsSetting: false }],
  ])('stops where the account lacks its %s, and drops no lead for that', async (problem, lacks) => {
    const accounts = { [PLACE.account]: { ...ACCOUNTS[PLACE.account]!, ...lacks } };
    const { device, google } = await start(LEADS, startGoogle({ accounts }));
    const outcome = await run((await prepare(device)).sender.test(noProgress));
    expect(outcome).toMatchObject({ done: 0, refused: [], stoppedBy: { problem } });
    expect(outcome.stoppedBy).toHaveProperty('said', expect.stringContaining('destination account'));
    expect(google.received).toHaveLength(1);
  });

  test('stops for a wrong conversion action before anything is recorded', async () => {
    const { device, google } = await start(LEADS);
    const { sender } = await prepare(device, { ...PLACE, action: '1' });
    expect(await run(sender.test(noProgress))).toMatchObject({
      done: 0,
      stoppedBy: { problem: 'wrong-action' },
    });
    expect(google.conversions()).toEqual([]);
  });

  test('goes on where only the log of this site fails, and the log has all once it answers again', async () => {
    const { device, google, site } = await start(LEADS);
    const { sender } = await prepare(device);
    site.refuses['PATCH /api/sends/{id}'] = 503;
    expect(await send(sender)).toMatchObject({ done: 30, stoppedBy: null, isLogged: false });
    expect(google.conversions()).toHaveLength(30);
    delete site.refuses['PATCH /api/sends/{id}'];
    expect(await send(sender)).toMatchObject({ done: 30, isLogged: true });
    expect(site.sends).toMatchObject([{ done: 30 }]);
  });

  test('does not begin without the log', async () => {
    const { device, google, site } = await start(LEADS);
    const { sender } = await prepare(device);
    site.refuses['POST /api/sends'] = 401;
    const answer = await hurry(sender.send(UPLOAD_NOW, noProgress));
    expect(answer).toEqual({ ok: false, error: { problem: 'signed-out', said: null } });
    expect(google.received).toEqual([]);
  });
});

describe('order ids that are bare numbers or one character', () => {
  const IDS = ['48213', 'A', 'L-7', '48213x'];
  const withIds = (ids: readonly string[]): Lead[] =>
    LEADS.slice(0, 10).map((lead, at) => ({ ...lead, 'Order ID': ids[at] ?? `L-${at}0` }));

  test('are refused by the stand-in when they are recorded, and not in a test', async () => {
    const google = startGoogle();
    const site = startSendSite(google);
    expect(site.sends).toEqual([]);
    const eventOf = (transactionId: string) => ({
      transactionId,
      eventTimestamp: '2026-11-02T08:30:00Z',
      eventSource: 'WEB',
      adIdentifiers: { gclid: 'EAIaIQobChMI' },
      conversionValue: 5,
      currency: 'USD',
    });
    const ingest = async (ids: readonly string[], validateOnly: boolean) => {
      const answer = await fetch('https://datamanager.googleapis.com/v1/events:ingest', {
        method: 'POST',
        headers: { Authorization: 'Bearer any' },
        body: JSON.stringify({
          destinations: [
            {
              operatingAccount: { accountType: 'GOOGLE_ADS', accountId: PLACE.account },
              productDestinationId: PLACE.action,
            },
          ],
          encoding: 'HEX',
          validateOnly,
          events: ids.map(eventOf),
        }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    expect((await ingest(IDS, true)).status).toBe(200);
    expect((await ingest(['L-7', '48213x', '12'], false)).text).toContain('"field":"events[2]"');
    const bare = await ingest(['L-7', 'é'], false);
    expect([bare.status, bare.text.includes('reason')]).toEqual([400, false]);
    expect((await ingest(['L-7', '48213x'], false)).status).toBe(200);
  });

  test('arrive with the prefix, and all others as they are, in a send as in a file', async () => {
    const { device, google } = await start(withIds(IDS));
    const { sender, made } = await prepare(device);
    expect(made.bareOrderIds).toBe(2);
    expect(await send(sender)).toMatchObject({ done: 10, refusedCount: 0, stoppedBy: null });
    const sent = google.conversions().map(({ transactionId }) => transactionId);
    expect(sent.slice(0, 4)).toEqual(['lead-48213', 'lead-A', 'L-7', '48213x']);
    const file = await hurry(device.thread.ask('makeUploadFile', device.question(), quietly()));
    expect(file.bareOrderIds).toBe(2);
    const rows = Papa.parse<Record<string, string>>(await file.blob.text(), {
      header: true,
      skipEmptyLines: true,
    }).data;
    expect(rows.map((row) => row['Order ID'])).toEqual(sent);
  });

  test('are refused where the visitor keeps them, and the lead is named: nothing else is sent', async () => {
    const { device, google, site } = await start(withIds(['L-1', '48213', 'L-3']));
    device.keepOrderIds();
    const { sender } = await prepare(device);
    expect(await run(sender.test(noProgress))).toMatchObject({ done: 10, stoppedBy: null });
    const stopped = {
      done: 1,
      left: 8,
      refused: [{ row: 1, reason: '', field: 'transaction_id' }],
      stoppedBy: { problem: 'order-id', row: 1 },
    };
    expect(await send(sender)).toMatchObject(stopped);
    expect(google.conversions().map(({ transactionId }) => transactionId)).toEqual(['L-1']);
    expect(site.sends).toMatchObject([{ done: 1, refused: 0, requests: [{ events: 1 }] }]);
    // The others go on without that lead.
    expect(await send(sender)).toMatchObject({ from: 1, done: 10, refusedCount: 1, stoppedBy: null });
    expect(google.conversions()).toHaveLength(9);
    expect(site.sends).toMatchObject([{ done: 10, refused: 1 }]);
  });

  test('a refusal without a reason says of an id of ours that Google gives none', async () => {
    const { device, google } = await start(LEADS.slice(0, 10));
    const { sender } = await prepare(device);
    google.fail(googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations: [{ field: 'events[0]' }] }]));
    expect(await send(sender)).toMatchObject({
      done: 0,
      refused: [{ row: 0, reason: '', field: '' }],
      stoppedBy: { problem: 'lead', row: 0 },
    });
  });
});

describe('the first request of a send', () => {
  const sizes = (google: DataManagerStandIn) =>
    google.ingested().flatMap(({ validateOnly, events }) => (validateOnly ? [] : [events.length]));

  test('holds one lead, and the others follow once it is taken', async () => {
    const { device, google, site } = await start(LEADS);
    const { sender } = await prepare(device);
    await run(sender.test(noProgress));
    expect(google.ingested().map(({ events }) => events.length)).toEqual([30]);
    await send(sender);
    expect(sizes(google)).toEqual([1, 29]);
    expect(site.sends).toMatchObject([{ done: 30, refused: 0, requests: [{ events: 1 }, { events: 29 }] }]);
  });

  test('that is refused is the last one, and the next send tries the next lead', async () => {
    const { device, google, site } = await start(LEADS);
    const { sender } = await prepare(device);
    const fieldViolations = [{ field: 'events[0].ad_identifiers', description: '', reason: 'BAD' }];
    google.fail(googleStatus(400, 'INVALID_ARGUMENT', [{ fieldViolations }]));
    expect(await send(sender)).toMatchObject({
      done: 0,
      left: 29,
      refusedCount: 0,
      refused: [{ row: 0, reason: 'BAD', field: 'ad_identifiers' }],
      stoppedBy: { problem: 'first-lead', row: 0 },
    });
    expect([sizes(google), google.conversions()]).toEqual([[1], []]);
    expect(site.sends).toMatchObject([{ done: 0, refused: 0, requests: [] }]);
    expect(await send(sender)).toMatchObject({ from: 0, done: 30, refusedCount: 1, stoppedBy: null });
    expect(sizes(google)).toEqual([1, 1, 28]);
    expect(site.sends).toMatchObject([{ done: 30, refused: 1 }]);
  });

  test('leaves out leads that the test has found, and holds the first of the others', async () => {
    const leads = LEADS.map((lead, at) => ({
      ...lead,
      'Order ID': at < 3 ? 'x'.repeat(65) + at : `L-${at}`,
    }));
    const { device, google, site } = await start(leads);
    const { sender } = await prepare(device);
    await run(sender.test(noProgress));
    expect(await send(sender)).toMatchObject({ done: 30, refusedCount: 3, stoppedBy: null });
    expect(sizes(google)).toEqual([1, 26]);
    expect(site.sends).toMatchObject([{ done: 30, refused: 3, requests: [{ events: 1 }, { events: 26 }] }]);
  });

  test.each(['lost', 'refused'] as const)(
    'whose answer is %s is made again on another device, and counts once',
    async (failure) => {
      const { device, google, site } = await start(LEADS);
      const { sender } = await prepare(device);
      await run(sender.test(noProgress));
      google.fail(failure);
      expect(await send(sender)).toMatchObject({ done: 0, stoppedBy: { problem: 'blocked' } });
      expect(site.sends).toMatchObject([{ done: 0, requests: [] }]);
      sender.close();
      const before = sizes(google).length;
      expect(await send((await prepare(await startDevice(LEADS))).sender)).toMatchObject({
        from: 0,
        done: 30,
        stoppedBy: null,
      });
      expect(sizes(google).slice(before)).toEqual([1, 29]);
      expect(google.conversions()).toHaveLength(30);
    },
  );

  test('is not made anew by a send that was ended after it: the others follow at once', async () => {
    const { device, google, site } = await start(LEADS);
    const { sender } = await prepare(device);
    const cut = await hurry(sender.send(UPLOAD_NOW, ({ done }) => void (done === 1 && google.cut())));
    expect(cut).toMatchObject({ ok: true, value: { done: 1, stoppedBy: { problem: 'lost' } } });
    expect(site.sends).toMatchObject([{ done: 1, refused: 0, requests: [{ events: 1 }] }]);
    sender.close();
    google.mend();
    const before = sizes(google).length;
    const resumed = await prepare(await startDevice(LEADS));
    expect(await send(resumed.sender)).toMatchObject({ from: 1, done: 30, stoppedBy: null });
    expect(sizes(google).slice(before)).toEqual([29]);
    expect(google.conversions()).toHaveLength(30);
    expect(site.sends).toMatchObject([{ done: 30, requests: [{ events: 1 }, { events: 29 }] }]);
  });
});

describe('a long send', () => {
  const MANY = makeUploadLeads(2100);

  test('is made of requests of 2,000 at most, one a second', async () => {
    const { device, google, site } = await start(makeUploadLeads(4010));
    const { sender, made } = await prepare(device);
    expect(made.preview).toHaveLength(3);
    await send(sender);
    expect(google.ingested().map(({ events }) => events.length)).toEqual([1, 2000, 2000, 9]);
    const at = google.received.map((one) => one.at);
    for (const [index, moment] of at.slice(1).entries())
      expect(moment - (at[index] ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(site.sends[0]?.requests.map(({ events }) => events)).toEqual([1, 2000, 2000, 9]);
  });

  test('that was interrupted goes on where it stopped, on another device too', async () => {
    // Google refuses one lead of either part.
    const leads = MANY.map((lead, at) =>
      at === 5 || at === 2050 ? { ...lead, 'Order ID': 'x'.repeat(65) + at } : lead,
    );
    const { device, google, site } = await start(leads);
    const { sender } = await prepare(device);
    const cut = await hurry(sender.send(UPLOAD_NOW, ({ done }) => void (done === 2001 && google.cut())));
    expect(cut).toMatchObject({ ok: true, value: { done: 2001, stoppedBy: { problem: 'lost' } } });
    sender.close();
    google.mend();
    const before = google.ingested().length;
    const other = await startDevice(leads);
    const resumed = await prepare(other);
    expect(resumed.prepared.fingerprint).toBe(site.sends[0]?.fingerprint);
    const shown: SendProgress[] = [];
    expect(await run(resumed.sender.send(UPLOAD_NOW, (progress) => shown.push(progress)))).toMatchObject({
      from: 2001,
      done: 2100,
      refusedCount: 2,
      refused: [{ row: 2050 }],
      stoppedBy: null,
    });
    expect([shown[0], shown.at(-1)]).toMatchObject([
      { done: 2001, total: 2100, refused: 1 },
      { done: 2100, total: 2100, refused: 2 },
    ]);
    expect(
      google
        .ingested()
        .slice(before)
        .map(({ events }) => events.length),
    ).toEqual([99, 98]);
    expect(google.conversions()).toHaveLength(2098);
    expect(site.sends).toMatchObject([{ done: 2100, refused: 2 }]);
  });

  test('says what has arrived when it is cancelled', async () => {
    const { device, google } = await start(MANY);
    const { sender } = await prepare(device);
    const answer = await hurry(
      sender.send(UPLOAD_NOW, ({ done }) => {
        if (done === 2001) sender.stop();
      }),
    );
    expect(answer).toMatchObject({ ok: true, value: { done: 2001, total: 2100, stoppedBy: 'cancel' } });
    expect(google.conversions()).toHaveLength(2001);
  });

  test('of other values does not go on with the one that was interrupted', async () => {
    const { device, site } = await start(MANY);
    const { sender } = await prepare(device);
    await hurry(sender.send(UPLOAD_NOW, ({ done }) => void (done === 2001 && sender.stop())));
    await send((await prepare(device, PLACE, 200)).sender);
    expect(site.sends.map(({ done }) => done)).toEqual([2001, 2100]);
  });
});

describe('requests that Google has taken', () => {
  test('have counts per reason once they are processed, and no lead is named', async () => {
    const denied = LEADS.map((lead, index) => ({ ...lead, Consent: index < 4 ? 'perhaps' : 'Granted' }));
    const google = startGoogle({ needsConsent: true, isSlow: true });
    const { device, site } = await start(denied, google);
    const asked = device.question;
    device.question = (value) => {
      const question = asked(value);
      return {
        ...question,
        choices: {
          ...question.choices,
          columns: { ...question.choices.columns, adUserData: HEADERS.indexOf('Consent') },
        },
      };
    };
    const { sender } = await prepare(device);
    await send(sender);
    await send(sender);
    const ids = site.sends.flatMap(({ requests }) => requests.map(({ id }) => id));
    expect(await run(sender.follow(ids))).toEqual(ids.map((id) => ({ id, outcome: null })));
    google.process();
    const ofOne = { reason: 'PROCESSING_ERROR_REASON_NO_CONSENT', count: 1 };
    const outcome = { warnings: [] };
    expect(await run(sender.follow([...ids, 'unknown']))).toEqual([
      { id: ids[0], outcome: { ...outcome, status: 'FAILED', records: 1, errors: [ofOne] } },
      {
        id: ids[1],
        outcome: {
          ...outcome,
          status: 'PARTIAL_SUCCESS',
          records: 29,
          errors: [{ ...ofOne, count: 3 }],
        },
      },
      { id: ids[2], outcome: { ...outcome, status: 'FAILED', records: 1, errors: [ofOne] } },
      {
        id: ids[3],
        outcome: {
          ...outcome,
          status: 'FAILED',
          records: 29,
          errors: [
            { ...ofOne, count: 3 },
            { reason: 'PROCESSING_ERROR_REASON_DUPLICATE_TRANSACTION_ID', count: 26 },
          ],
        },
      },
      { id: 'unknown', outcome: null },
    ]);
  });
});
