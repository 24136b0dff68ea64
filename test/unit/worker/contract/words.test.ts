import { describe, expect, test } from 'vitest';
import {
  ACCESS_LEFT,
  CONNECTION_KINDS,
  CONNECTION_NAMES,
  consentPageOf,
  describeAccessLeft,
  PLATFORM_OF,
  readOffers,
} from '#contract/platforms.ts';
import { INBOX_OFFER, OFFERS_ATTRIBUTE, SCHEDULE_OFFER } from '#contract/offers.ts';
import { findOutcomeText } from '#contract/connections.ts';
import {
  CONFIRMED_PARAMETER,
  endedParts,
  findText,
  GOOGLE_ERROR_PARAMETER,
  GOOGLE_NOTICE_PARAMETER,
  googleErrors,
  googleNotices,
  NOTICE_SEPARATOR,
  PICTURE_ORIGIN,
} from '#contract/google.ts';
import { DATASET_TOO_LARGE, IDEMPOTENCY_HEADER, IF_MATCH_HEADER } from '#contract/analyses.ts';
import { MAIL_OFFER } from '#contract/mail.ts';
import { OTHER_SMALL, SHARE_NOT_FOUND } from '#contract/sharing.ts';
import { DELIVERY_CONTENT_TYPE } from '#contract/sources.ts';
import { connectedAssets } from '#contract/thread-address.ts';

test('each connection has a name of its own, which begins with that of the service', () => {
  const names = CONNECTION_KINDS.map((kind) => CONNECTION_NAMES[kind]);
  expect(new Set(names).size).toBe(5);
  for (const kind of CONNECTION_KINDS) {
    const service = { google: 'Google', meta: 'Meta', microsoft: 'Microsoft' }[PLATFORM_OF[kind]];
    expect(CONNECTION_NAMES[kind].startsWith(service)).toBe(true);
  }
});

test('each connection names the page where its owner ends the right, at the service itself', () => {
  const hosts = CONNECTION_KINDS.map((kind) => new URL(consentPageOf(kind)).host);
  const google = 'myaccount.google.com';
  expect(hosts).toEqual([google, google, google, 'www.facebook.com', 'account.live.com']);
});

describe('what is said of a right that may be left at a service', () => {
  test.each([
    ['google', 'Google', 'https://myaccount.google.com/connections'],
    ['meta', 'Meta', 'https://www.facebook.com/settings/?tab=business_tools'],
    ['microsoft', 'Microsoft', 'https://account.live.com/consent/Manage'],
  ] as const)('of %s names the service and the page', (platform, name, page) => {
    expect(ACCESS_LEFT[platform]).toContain(name);
    expect(ACCESS_LEFT[platform]).toContain(`please remove it at ${page} too.`);
  });

  test('of several is a sentence about each', () => {
    expect(describeAccessLeft(['meta', 'google'])).toBe(`${ACCESS_LEFT.meta} ${ACCESS_LEFT.google}`);
    expect(describeAccessLeft([])).toBe('');
  });
});

describe('the offers in a document', () => {
  test('are those kinds that it names, in the order of the list', () => {
    expect(readOffers('meta inbox sheets unknown')).toEqual(['sheets', 'meta']);
    expect(readOffers('google-values')).toEqual(['google-values']);
  });

  test('are none without the attribute', () => {
    expect([readOffers(null), readOffers('')]).toEqual([[], []]);
  });

  test('stand in an attribute of data, each as a word of its own', () => {
    expect(OFFERS_ATTRIBUTE).toMatch(/^data-[a-z]+$/);
    const words = [...CONNECTION_KINDS, INBOX_OFFER, SCHEDULE_OFFER, MAIL_OFFER];
    for (const word of words) expect(word).toMatch(/^[a-z-]+$/);
    expect(new Set(words).size).toBe(8);
  });
});

describe('the text for a word in the address bar', () => {
  const outcomes = ['connected', 'cancelled', 'not-allowed', 'expired', 'failed'];

  test('names the service of each outcome of a consent, and no two are alike', () => {
    const texts = outcomes.map((word) => findOutcomeText('meta', word));
    for (const text of texts) expect(text).toMatch(/\bMeta\b.*\.$/);
    expect(new Set(texts).size).toBe(5);
    expect(findOutcomeText('sheets', 'connected')).toBe('Google Sheets is connected.');
  });

  test.each([null, '', 'toString', 'constructor', 'Connected'])('is none for %j', (word) => {
    expect([findOutcomeText('meta', word), findText(googleErrors, word)]).toEqual([null, null]);
  });

  test('of Google sign-in is that of the word', () => {
    expect(findText(googleErrors, 'google-cancelled')).toBe(
      'Google sign-in was cancelled. Please try again, or use your email and password.',
    );
    expect(findText(googleNotices, 'google-linked')).toMatch(/^Your account is now linked to Google\./);
    expect(findText(endedParts, 'meta')).toBe(ACCESS_LEFT.meta);
  });

  test('has parameters that differ, and a separator that no word holds', () => {
    const parameters = [GOOGLE_ERROR_PARAMETER, GOOGLE_NOTICE_PARAMETER, CONFIRMED_PARAMETER];
    expect(new Set(parameters).size).toBe(3);
    for (const word of [...parameters, ...Object.keys(googleNotices), ...Object.keys(endedParts)])
      expect(word).toMatch(/^[a-z-]+$/);
    expect(NOTICE_SEPARATOR).toBe('.');
  });
});

test('pictures come from Google over https', () => {
  expect(PICTURE_ORIGIN).toBe('https://lh3.googleusercontent.com');
});

test('a thread that calls a service has an address of its own', () => {
  expect([connectedAssets('sheets'), connectedAssets('google-values')]).toEqual([
    '/sheets/assets/',
    '/google-values/assets/',
  ]);
});

test('the names that other programs know are those of the standards', () => {
  expect([IF_MATCH_HEADER, IDEMPOTENCY_HEADER, DELIVERY_CONTENT_TYPE]).toEqual([
    'If-Match',
    'Idempotency-Key',
    'text/csv',
  ]);
});

test('the message about a dataset that is too large says how large it may be, and what to do', () => {
  expect(DATASET_TOO_LARGE).toBe(
    'This dataset is too large to save: more than 48 MiB. Take out columns or rows that the analysis does not need, or keep the results with Export All.',
  );
});

test('a link that does not work says nothing of the reason, and a fold of values has its name', () => {
  expect(SHARE_NOT_FOUND).toMatch(/^This link does not work\./);
  expect(OTHER_SMALL).toBe('Other (small)');
});
