import { expect, test } from 'vitest';
import type { DataManager } from '#frontend/threads/sends/ask-data-manager.ts';
import { followRequests } from '#frontend/threads/sends/follow-requests.ts';

/** The outcomes that are made of the answers of Google, one for each request. */
function follow(...answers: (Record<string, unknown> | null)[]) {
  const google: DataManager = {
    ingest: () => Promise.reject(new Error('nothing is sent')),
    retrieve: async (id) => answers[Number(id)] ?? null,
  };
  return followRequests(google, [...answers.keys()].map(String));
}

const answerOf = (status: object) => ({ requestStatusPerDestination: [status, { requestStatus: 'FAILED' }] });

/** The outcome of a request whose first destination has this status. */
const outcomeOf = async (status: object) => (await follow(answerOf(status)))[0]?.outcome;

// RetrieveRequestStatusResponse of google/ads/datamanager/v1/request_status_per_destination.proto, of 2026-07-30.
test('a processed request has its records, its errors and its warnings by reason', async () => {
  expect(
    await follow(
      answerOf({
        requestStatus: 'PARTIAL_SUCCESS',
        eventsIngestionStatus: { recordCount: '30' },
        errorInfo: { errorCounts: [{ reason: 'TOO_OLD', recordCount: '4' }] },
        warningInfo: { warningCounts: [{ reason: 'SHORT_2', recordCount: 2 }] },
      }),
      null,
    ),
  ).toEqual([
    {
      id: '0',
      outcome: {
        status: 'PARTIAL_SUCCESS',
        records: 30,
        errors: [{ reason: 'TOO_OLD', count: 4 }],
        warnings: [{ reason: 'SHORT_2', count: 2 }],
      },
    },
    { id: '1', outcome: null },
  ]);
});

test.each(['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED'])(
  'a request with the status %s is settled',
  async (status) => {
    expect(await outcomeOf({ requestStatus: status })).toEqual({
      status,
      records: 0,
      errors: [],
      warnings: [],
    });
  },
);

test('a request that is still processed, or whose answer names no destination, has no outcome', async () => {
  expect(await outcomeOf({ requestStatus: 'PROCESSING' })).toBeNull();
  expect(await outcomeOf({})).toBeNull();
  const [none, empty, text] = await follow(
    {},
    { requestStatusPerDestination: [] },
    { requestStatusPerDestination: 'SUCCESS' },
  );
  expect([none?.outcome, empty?.outcome, text?.outcome]).toEqual([null, null, null]);
});

test('only whole counts of records above 0 are taken', async () => {
  for (const [recordCount, records] of [
    ['1', 1],
    [0, 0],
    ['-1', 0],
    ['1.5', 0],
    ['9007199254740993', 0],
    ['many', 0],
    [null, 0],
  ] as const)
    expect(
      await outcomeOf({ requestStatus: 'SUCCESS', eventsIngestionStatus: { recordCount } }),
    ).toMatchObject({
      records,
    });
});

test('only reasons that the log of our site takes are named, with the records that have them', async () => {
  const longest = 'A'.repeat(120);
  const errorCounts = [
    ...['OLD_2', longest, `${longest}A`, 'lower', '', 'TWO WORDS', 'END.', '.START'].map((reason) => ({
      reason,
      recordCount: '1',
    })),
    { reason: 'NONE', recordCount: '0' },
    { recordCount: '1' },
  ];
  expect(await outcomeOf({ requestStatus: 'FAILED', errorInfo: { errorCounts } })).toMatchObject({
    errors: [
      { reason: 'OLD_2', count: 1 },
      { reason: longest, count: 1 },
    ],
  });
});
