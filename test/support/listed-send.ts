import type { ListedSend, RequestOutcome, Send } from '#contract/sends.ts';

/** A send as the list has it, with the sums of its requests. */
export function toListed({ requests, ...send }: Send): ListedSend {
  const outcomes = requests.flatMap(({ outcome }) => outcome ?? []);
  return {
    ...send,
    outcomes: {
      open: requests.length - outcomes.length,
      settled: outcomes.length,
      records: outcomes.reduce((sum, { records }) => sum + records, 0),
      errors: sumReasons(outcomes.flatMap(({ errors }) => errors)),
      warnings: sumReasons(outcomes.flatMap(({ warnings }) => warnings)),
    },
  };
}

function sumReasons(counts: RequestOutcome['errors']) {
  const sums = new Map<string, number>();
  for (const { reason, count } of counts) sums.set(reason, (sums.get(reason) ?? 0) + count);
  return [...sums].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
}
