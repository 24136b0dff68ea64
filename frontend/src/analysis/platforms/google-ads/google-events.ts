import type { HashedLead, LeadConsent } from '../../uploads/upload-format.ts';

/** Exactly one of the two. */
type UserIdentifier = { emailAddress: string } | { phoneNumber: string };

type ConsentStatus = 'CONSENT_GRANTED' | 'CONSENT_DENIED';

/**
 * A conversion as Google's Data Manager API takes it: `Event` of google/ads/datamanager/v1/event.proto in github.com/googleapis/googleapis,
 * of 2026-07-30 (v1.8). The fields that an offline conversion needs are on
 * https://developers.google.com/data-manager/api/devguides/events/send-events, of 2026-08-18.
 */
export interface ConversionEvent {
  /** RFC 3339. */
  eventTimestamp: string;
  /** Of events with the same one, Google counts the first; a later one only changes its value. */
  transactionId?: string;
  eventSource: 'WEB';
  adIdentifiers?: { gclid: string } | { gbraid: string } | { wbraid: string };
  userData?: { userIdentifiers: UserIdentifier[] };
  /** In units of the currency, not in micros. */
  conversionValue: number;
  currency: string;
  consent?: { adUserData?: ConsentStatus; adPersonalization?: ConsentStatus };
}

/** An event with the text that its transaction id is made from. */
export interface EventOfLead {
  event: ConversionEvent;
  /** The surest identifier of the lead and its time; null where the event has the id of the visitor's file. */
  identity: string | null;
}

/** The time of the file for uploads, to the second. Example: '2026-11-02T08:30:00Z'. */
export const writeMoment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/**
 * The event of a lead of the file for Data Manager, with the same cells: one click id, hashed addresses, order id, time and
 * value. `identity` takes one identifier only, the click id before the e-mail address before the phone number: a lead stays the
 * same one where a column is added later. Where each stage is a conversion of its own, its tag belongs to the identity.
 * Example: a lead of gclid 'abc_123456' at 08:30 has the identity '["abc_123456","2026-11-02T08:30:00Z"]'.
 */
export function toEvent(lead: HashedLead, currency: string): EventOfLead {
  const { gclid, gbraid, wbraid, email, phone, orderId, stage } = lead;
  const eventTimestamp = writeMoment(lead.time.ms);
  const adIdentifiers = findClick(lead);
  const userIdentifiers = [
    ...(email === '' ? [] : [{ emailAddress: email }]),
    ...(phone === '' ? [] : [{ phoneNumber: phone }]),
  ];
  const consent = toConsent(lead);
  const event: ConversionEvent = {
    eventTimestamp,
    ...(orderId !== '' && { transactionId: orderId }),
    eventSource: 'WEB',
    ...(adIdentifiers && { adIdentifiers }),
    ...(userIdentifiers.length > 0 && { userData: { userIdentifiers } }),
    conversionValue: lead.value,
    currency,
    ...(consent && { consent }),
  };
  const who = gclid || gbraid || wbraid || email || phone;
  const identity = JSON.stringify([who, eventTimestamp, ...(stage === undefined ? [] : [stage])]);
  return { event, identity: orderId === '' ? identity : null };
}

function findClick({ gclid, gbraid, wbraid }: HashedLead): ConversionEvent['adIdentifiers'] {
  if (gclid !== '') return { gclid };
  if (gbraid !== '') return { gbraid };
  return wbraid === '' ? undefined : { wbraid };
}

const STATUSES = {
  Granted: 'CONSENT_GRANTED',
  Denied: 'CONSENT_DENIED',
} as const satisfies Record<NonNullable<LeadConsent>, ConsentStatus>;

/** A consent that is not stated is left out, as in the file. */
function toConsent({ adUserData, adPersonalization }: HashedLead): ConversionEvent['consent'] {
  if (adUserData === null && adPersonalization === null) return undefined;
  return {
    ...(adUserData && { adUserData: STATUSES[adUserData] }),
    ...(adPersonalization && { adPersonalization: STATUSES[adPersonalization] }),
  };
}
