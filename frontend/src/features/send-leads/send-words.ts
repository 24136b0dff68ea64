import { formatCount } from '#frontend/lib/format.ts';
import type { SendFailureDetails, SendProblem } from '#frontend/threads/sends/send-failure.ts';

interface ProblemWords {
  title: string;
  text: string;
}

/** Tells the visitor why nothing more is sent, and what to do. {lead} stands for the number of the lead in the file. @internal */
export const PROBLEM_WORDS: Readonly<Record<SendProblem, ProblemWords>> = {
  'signed-out': {
    title: 'You are signed out',
    text: 'Sign in again in another tab, and then go on here.',
  },
  disconnected: {
    title: 'Connect Google Ads again',
    text: 'The permission was withdrawn or has expired. Connect again under Connections in another tab, and then go on here.',
  },
  'no-access': {
    title: 'Google refuses this account',
    text: 'The Google account that you connected may not send to it: it needs the Standard or Admin role there. Where it has access through a manager account only, enter the ID of that manager account.',
  },
  'not-enabled': {
    title: 'The site is not ready for this',
    text: 'The operator of this site has not enabled the Data Manager API at Google yet. Until then, download the file.',
  },
  terms: {
    title: 'The account has not accepted Google’s terms',
    text: 'In Google Ads, open Goals, Settings, Customer data terms, accept them, and test again.',
  },
  'leads-setting': {
    title: 'Enhanced conversions for leads are off',
    text: 'In Google Ads, open Goals, Settings, switch on enhanced conversions for leads, and test again. Google may take half an hour to notice.',
  },
  policy: {
    title: 'A rule of Google keeps this account from it',
    text: 'Please look in Google Ads for what the account lacks.',
  },
  'wrong-action': {
    title: 'Google does not know this conversion action, or it is of another type',
    text: 'It must belong to this account and be one for imports from clicks. Its ID is the number after “ctId=” in the address of its page in Google Ads.',
  },
  'wrong-manager': {
    title: 'This manager account does not manage the account',
    text: 'Check both IDs. Without a manager account, leave its field empty.',
  },
  'order-id': {
    title: 'Google refused the Order ID of lead {lead}',
    text: 'It gives no reason. It is known to refuse bare numbers and IDs of one character: choose ‘With the prefix’ under Order IDs above. Or send the others without this lead.',
  },
  lead: {
    title: 'Google refused lead {lead}',
    text: 'It gives no reason. The others can be sent without this lead.',
  },
  'first-lead': {
    title: 'Google refused lead {lead}, so nothing else was sent',
    text: 'The first lead goes alone, and the others follow once Google has taken it. The reason stands below. The others can be sent without this lead.',
  },
  'not-understood': {
    title: 'Google refused a request and names no lead',
    text: 'Nothing of that request was recorded. Check the account and the conversion action above, and try again. If Google refuses it again, tell the operator of this site what stands below, and download the file meanwhile.',
  },
  'daily-limit': {
    title: 'The limit of this day is reached',
    text: 'Google takes a limited number of requests a day from this site. Go on tomorrow, or download the file.',
  },
  'too-often': {
    title: 'Google or this site asks you to wait',
    text: 'There were too many requests in a short time. Please go on in some minutes.',
  },
  blocked: {
    title: 'This browser could not reach Google',
    text: 'There is no connection, or an extension, your network or Google refuses calls from this page. Your leads are never sent another way: download the file instead.',
  },
  lost: {
    title: 'The connection was lost',
    text: 'The last request may have arrived without an answer. Sending it again makes no second conversion.',
  },
  unavailable: {
    title: 'Google did not answer as expected',
    text: 'It was asked several times. Please go on in some minutes.',
  },
  'no-room': {
    title: 'There is no room for the log of this send',
    text: 'What you or your team may store here is used up, or this site is full, and nothing is sent without a log. Delete saved analyses that nobody needs and try again, or download the file.',
  },
  'site-unavailable': {
    title: 'This site did not answer as expected',
    text: 'Please check your connection and try again.',
  },
};

/** The same with the number of the lead: 1 for the first row after the header. */
export function describeSendProblem({ problem, row = 0 }: SendFailureDetails): ProblemWords {
  const { title, text } = PROBLEM_WORDS[problem];
  return { title: title.replace('{lead}', formatCount(row + 1)), text };
}

/**
 * Google's reasons in words, without their prefixes: `ErrorReason`, `ProcessingErrorReason` and `ProcessingWarningReason` of
 * google/ads/datamanager/v1, of 2026-07-30. Google may add others at any time.
 */
const REASONS: Readonly<Record<string, string>> = {
  '': 'Refused without a reason',
  CLICK_NOT_FOUND: 'No click of this account: ordinary for leads that no ad brought',
  CONVERSION_PRECEDES_CLICK: 'The conversion is older than its click',
  DENIED_CONSENT: 'Consent was denied',
  DUPLICATE_GCLID: 'Already there, with the same click and time',
  DUPLICATE_TRANSACTION_ID: 'Already there, sent or uploaded before',
  EVENT_TIME_INVALID: 'The time lies outside what Google takes',
  EVENT_TOO_OLD: 'Too old for Google',
  FIELD_VALUE_TOO_LONG: 'Too long',
  FIELD_VALUE_TOO_SHORT: 'Too short',
  INTERNAL_ERROR: 'An error of Google',
  INVALID_CLICK: 'A click that Google does not count',
  INVALID_FORMAT: 'Not in a form that Google takes',
  INVALID_GBRAID: 'A GBRAID that Google cannot read',
  INVALID_GCLID: 'A gclid that Google cannot read',
  INVALID_OPERATING_ACCOUNT_FOR_CLICK: 'The click belongs to another account',
  INVALID_WBRAID: 'A WBRAID that Google cannot read',
  NO_CONSENT: 'No consent was stated',
  NO_IDENTIFIERS_PROVIDED: 'No click ID and no address',
  ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID:
    'A GBRAID or WBRAID, which needs a conversion action that counts ‘Every’',
  TOO_RECENT_CLICK: 'The click is only hours old: send it again later',
  UNKNOWN_CONSENT: 'Consent is not known',
};

const PREFIXES = /^(?:PROCESSING_(?:ERROR|WARNING)_(?:REASON_)?|WARNING_REASON_)/;

/** The names of the fields of an event on this page. */
const FIELDS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^transaction_id/, 'Order ID'],
  [/^event_timestamp/, 'Conversion time'],
  [/^user_data/, 'E-mail address or phone number'],
  [/^ad_identifiers/, 'Click ID'],
  [/^conversion_value/, 'Value'],
  [/^currency/, 'Currency'],
  [/^consent/, 'Consent'],
];

/** A reason of Google in words. One that is not known here: 'Invalid merchant id'. */
export function describeReason(reason: string): string {
  const name = reason.replace(PREFIXES, '');
  const words = name.toLowerCase().replaceAll('_', ' ');
  return REASONS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Why Google refuses a lead: 'Order ID: Too long'. */
export function describeRefusal({ reason, field }: { reason: string; field: string }): string {
  const name = FIELDS.find(([pattern]) => pattern.test(field))?.[1];
  return name === undefined ? describeReason(reason) : `${name}: ${describeReason(reason)}`;
}
