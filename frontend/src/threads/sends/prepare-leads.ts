import type { ConversionEvent, EventOfLead } from '#frontend/analysis/platforms/google-ads/google-events.ts';
import type { Destination } from '#contract/sends.ts';
import { SendFailure } from './send-failure.ts';
import { askSite } from './ask-site.ts';
import { writeHex } from '../write-hex.ts';

/** The event of a lead, and its row in the file; the first row after the header is 0. */
export interface LeadEvent extends EventOfLead {
  row: number;
}

/** The messages of the leads' thread to the sending thread, past the page. */
export type LeadsMessage = { kind: 'leads'; leads: readonly LeadEvent[] } | { kind: 'end' };

/** An event as it is sent, with its id. */
export interface SentEvent {
  row: number;
  /** Whether its id is the order id of the visitor's file. */
  hasOrderId: boolean;
  event: ConversionEvent;
}

/** Leads that are ready to be sent, in the order of the file. */
export interface Batch {
  destination: Destination;
  events: readonly SentEvent[];
  fingerprint: string;
}

/**
 * Takes the events of the leads' thread and gives an id to those that have none: HMAC-SHA-256 of the lead's identity, 64
 * hexadecimal digits, which is as long as a transaction id may be (https://support.google.com/google-ads/answer/6386790, read
 * 2026-11-25). Its key is the same for everybody who sends to this conversion action, so that a lead has one id from whatever
 * device and however often it is sent; without the key the id says nothing about the lead.
 *
 * @throws SendFailure
 */
export async function prepareLeads(destination: Destination, leads: MessagePort): Promise<Batch> {
  const [key, received] = await Promise.all([fetchKey(destination), receiveLeads(leads)]);
  const events: SentEvent[] = [];
  let digest = '';
  for (const slice of received) {
    const named = await Promise.all(slice.map((lead) => nameEvent(key, lead)));
    events.push(...named);
    const text = digest + JSON.stringify(named.map(({ event }) => event));
    digest = writeHex(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
  }
  return { destination, events, fingerprint: await sign(key, `batch ${digest}`) };
}

const encoder = new TextEncoder();
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** The key cannot be read again once it is here. */
async function fetchKey({ account, action }: Destination): Promise<CryptoKey> {
  const { key } = await askSite('/sends/key', { method: 'POST', json: { account, action } });
  if (typeof key !== 'string') throw new SendFailure('site-unavailable');
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  return await crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign']);
}

/** All leads, in the slices in which they come. */
function receiveLeads(port: MessagePort): Promise<(readonly LeadEvent[])[]> {
  const slices: (readonly LeadEvent[])[] = [];
  return new Promise((resolve) => {
    port.addEventListener('message', ({ data }: MessageEvent<LeadsMessage>) => {
      if (data.kind === 'leads') slices.push(data.leads);
      else {
        port.close();
        resolve(slices);
      }
    });
    port.start();
  });
}

async function nameEvent(key: CryptoKey, { row, event, identity }: LeadEvent): Promise<SentEvent> {
  if (identity === null) return { row, hasOrderId: true, event };
  return { row, hasOrderId: false, event: { ...event, transactionId: await sign(key, `lead ${identity}`) } };
}

async function sign(key: CryptoKey, text: string): Promise<string> {
  return writeHex(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
}
