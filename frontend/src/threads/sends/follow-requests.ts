import { fieldsOf, objectsOf } from '#contract/records.ts';
import type { RequestOutcome } from '#contract/sends.ts';
import type { DataManager } from './ask-data-manager.ts';

/** The answers that there are about requests; null for one that is not there yet. */
type FollowedRequests = readonly { id: string; outcome: RequestOutcome | null }[];

/** Asks what has become of requests, one after the other. A request that is still being processed has no outcome. */
export async function followRequests(google: DataManager, ids: readonly string[]): Promise<FollowedRequests> {
  const followed: { id: string; outcome: RequestOutcome | null }[] = [];
  for (const id of ids) followed.push({ id, outcome: readOutcome(await google.retrieve(id)) });
  return followed;
}

const SETTLED = ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED'] as const;

/**
 * `RetrieveRequestStatusResponse` of google/ads/datamanager/v1/request_status_per_destination.proto, of 2026-07-30. Our requests
 * have one destination. Google names counts and never a record.
 */
function readOutcome(answer: Record<string, unknown> | null): RequestOutcome | null {
  const [first] = objectsOf(answer?.['requestStatusPerDestination']);
  const status = SETTLED.find((known) => known === first?.['requestStatus']);
  if (!first || !status) return null;
  return {
    status,
    records: readCount(fieldsOf(first['eventsIngestionStatus'])['recordCount']),
    errors: readReasons(fieldsOf(first['errorInfo'])['errorCounts']),
    warnings: readReasons(fieldsOf(first['warningInfo'])['warningCounts']),
  };
}

const readReasons = (counts: unknown) =>
  objectsOf(counts)
    .map((one) => ({ reason: String(one['reason']), count: readCount(one['recordCount']) }))
    .filter(({ reason, count }) => /^[A-Z0-9_]{1,120}$/.test(reason) && count > 0);

/** int64 is text in the JSON of protocol buffers, and zero is left out. */
function readCount(value: unknown): number {
  const count = Number(value ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
