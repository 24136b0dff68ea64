import { describe, expect, test } from 'vitest';
import type { Send } from '#contract/sends.ts';
import { sumOutcomes } from '#frontend/features/send-leads/send-log.tsx';
import {
  findProblems,
  latestDestination,
  readAccount,
  readDestination,
} from '#frontend/features/send-leads/send-destination-fields.tsx';
import {
  PROBLEM_WORDS,
  describeSendProblem,
  describeReason,
  describeRefusal,
} from '#frontend/features/send-leads/send-words.ts';
import { formatAccount } from '#frontend/features/connections/typed-account.tsx';
import { toListed } from '../../../support/listed-send.ts';

const SEND: Send = {
  id: '1',
  account: '1234567890',
  manager: null,
  action: '987',
  total: 10,
  fingerprint: 'f',
  madeAt: 0,
  done: 10,
  refused: 0,
  startedAt: '2026-11-25T00:00:00.000Z',
  updatedAt: '2026-11-25T00:00:00.000Z',
  requests: [],
};
const LISTED = toListed(SEND);

describe('reasons of Google', () => {
  test('are the same with each prefix that Google puts before them', () => {
    const words = 'Too old for Google';
    for (const prefix of [
      'PROCESSING_ERROR_REASON_',
      'PROCESSING_WARNING_REASON_',
      'PROCESSING_ERROR_',
      'WARNING_REASON_',
      '',
    ])
      expect(describeReason(`${prefix}EVENT_TOO_OLD`)).toBe(words);
    expect(describeReason('X_PROCESSING_ERROR_REASON_EVENT_TOO_OLD')).toBe(
      'X processing error reason event too old',
    );
  });

  test('that are not known here are their own words', () => {
    expect(describeReason('PROCESSING_ERROR_REASON_INVALID_MERCHANT_ID')).toBe('Invalid merchant id');
  });

  // google/ads/datamanager/v1, 2026-07-30.
  test.each([
    ['CLICK_NOT_FOUND', /^No click of this account/],
    ['CONVERSION_PRECEDES_CLICK', /older than its click/],
    ['DENIED_CONSENT', /denied/],
    ['DUPLICATE_GCLID', /Already there, with the same click/],
    ['DUPLICATE_TRANSACTION_ID', /Already there, sent/],
    ['EVENT_TIME_INVALID', /outside what Google takes/],
    ['FIELD_VALUE_TOO_LONG', /^Too long$/],
    ['FIELD_VALUE_TOO_SHORT', /^Too short$/],
    ['INTERNAL_ERROR', /An error of Google/],
    ['INVALID_CLICK', /does not count/],
    ['INVALID_FORMAT', /Not in a form/],
    ['INVALID_GBRAID', /^A GBRAID/],
    ['INVALID_GCLID', /^A gclid/],
    ['INVALID_OPERATING_ACCOUNT_FOR_CLICK', /another account/],
    ['INVALID_WBRAID', /^A WBRAID/],
    ['NO_CONSENT', /No consent was stated/],
    ['NO_IDENTIFIERS_PROVIDED', /No click ID and no address/],
    ['ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID', /counts ‘Every’/],
    ['TOO_RECENT_CLICK', /send it again later/],
    ['UNKNOWN_CONSENT', /Consent is not known/],
  ])('%s has words of ours', (reason, words) => {
    expect(describeReason(`PROCESSING_ERROR_REASON_${reason}`)).toMatch(words);
  });

  test.each([
    ['transaction_id', 'Order ID: Too long'],
    ['event_timestamp', 'Conversion time: Too long'],
    ['user_data.user_identifiers[0]', 'E-mail address or phone number: Too long'],
    ['ad_identifiers.gclid', 'Click ID: Too long'],
    ['conversion_value', 'Value: Too long'],
    ['currency', 'Currency: Too long'],
    ['consent', 'Consent: Too long'],
    ['other.consent.currency.conversion_value', 'Too long'],
    ['x.user_data.ad_identifiers.event_timestamp.transaction_id', 'Too long'],
  ])('about %s are "%s"', (field, words) => {
    expect(describeRefusal({ reason: 'FIELD_VALUE_TOO_LONG', field })).toBe(words);
  });
});

test('every problem has a title and a text of its own', () => {
  const words = Object.values(PROBLEM_WORDS).flatMap(({ title, text }) => [title, text]);
  expect(words.filter((text) => text.length < 15)).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

test('a problem of one lead names it by its number in the file', () => {
  expect(describeSendProblem({ problem: 'order-id', said: null, row: 1233 }).title).toBe(
    'Google refused the Order ID of lead 1,234',
  );
  expect(describeSendProblem({ problem: 'first-lead', said: null, row: 0 }).title).toMatch(
    /lead 1, so nothing else/,
  );
  expect(describeSendProblem({ problem: 'terms', said: null })).toEqual(PROBLEM_WORDS.terms);
});

describe('the destination of a send', () => {
  const typed = { account: '123-456-7890', manager: '', action: '987' };

  test('is read with hyphens and blanks, and without a manager account', () => {
    expect(readDestination(typed)).toEqual({ account: '1234567890', manager: null, action: '987' });
    expect(readDestination({ account: ' 123 456 7890', manager: '555-000-0000', action: ' 9-87 ' })).toEqual({
      account: '1234567890',
      manager: '5550000000',
      action: '987',
    });
    expect(readAccount(' 12-3\u00a04')).toBe('1234');
  });

  test.each([
    [{ account: '123456789' }, 'account', 'Ten digits, such as 123-456-7890.'],
    [{ account: '12345678901' }, 'account', 'Ten digits, such as 123-456-7890.'],
    [{ account: 'x1234567890' }, 'account', 'Ten digits, such as 123-456-7890.'],
    [{ manager: '123' }, 'manager', 'Ten digits, such as 123-456-7890.'],
    [{ action: '' }, 'action', 'Digits only, such as 987654321.'],
    [{ action: 'x1' }, 'action', 'Digits only, such as 987654321.'],
    [{ action: '1x' }, 'action', 'Digits only, such as 987654321.'],
    [{ action: '1'.repeat(20) }, 'action', 'Digits only, such as 987654321.'],
  ])('is not read from %j', (wrong, field, problem) => {
    const destination = { ...typed, ...wrong };
    expect(findProblems(destination)).toEqual({
      account: null,
      manager: null,
      action: null,
      [field]: problem,
    });
    expect(readDestination(destination)).toBeNull();
  });

  test('is first that of the latest send, written as Google writes it', () => {
    expect(latestDestination([])).toEqual({ account: '', manager: '', action: '' });
    expect(latestDestination([LISTED])).toEqual(typed);
    expect(latestDestination([{ ...LISTED, manager: '5550000000' }, LISTED])).toEqual({
      ...typed,
      manager: '555-000-0000',
    });
    expect(formatAccount('x1234567890')).toBe('x1234567890');
    expect(formatAccount('12345678901')).toBe('12345678901');
  });
});

test('the outcomes of the requests of a send are added up, the most frequent reason first', () => {
  const outcome = (records: number, errors: [string, number][], warnings: [string, number][] = []) => ({
    status: 'PARTIAL_SUCCESS' as const,
    records,
    errors: errors.map(([reason, count]) => ({ reason, count })),
    warnings: warnings.map(([reason, count]) => ({ reason, count })),
  });
  const requests = [
    {
      id: 'a',
      events: 5,
      outcome: outcome(
        5,
        [
          ['OLD', 1],
          ['CLICK', 2],
        ],
        [['SLOW', 3]],
      ),
    },
    { id: 'b', events: 5, outcome: outcome(4, [['OLD', 2]]) },
    { id: 'c', events: 5, outcome: null },
  ];
  const day = Date.parse(SEND.updatedAt) + 24 * 60 * 60 * 1000;
  expect(sumOutcomes(toListed({ ...SEND, requests }), day)).toEqual({
    open: 1,
    settled: 2,
    isOverdue: false,
    records: 9,
    failed: 5,
    errors: [
      { reason: 'OLD', count: 3 },
      { reason: 'CLICK', count: 2 },
    ],
    warnings: [{ reason: 'SLOW', count: 3 }],
  });
  expect(sumOutcomes(toListed({ ...SEND, requests }), day + 1).isOverdue).toBe(true);
});
