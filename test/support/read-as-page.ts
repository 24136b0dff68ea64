import { vi } from 'vitest';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { judge, pickMeasurement } from '#frontend/analysis/judge/analyse.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import type { ReadOptions } from '#frontend/csv/read-csv.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { portPair } from './port-pair.ts';

const HOOKS = { onProgress: () => {}, signal: new AbortController().signal };
const NO_DATES = { dateColumn: null, dateFormat: null, from: null, to: null, youngerThanDays: null };

/** Opens a file as the page does, in a thread of its own. A file that is refused is an error with the reason. */
export async function openAsPage(file: File, options: ReadOptions = {}) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const opened = await thread.ask('open', { file, options }, HOOKS);
  if (!opened.ok) throw new Error(opened.error.reason);
  return { thread, opened: opened.value };
}

interface CountedBy {
  status: string;
  won: readonly string[];
  attributes: readonly string[];
}

/** Leads and conversions per value, as 'Source: Ads': [60, 6]. */
export async function countAsPage(
  { thread, opened }: Awaited<ReturnType<typeof openAsPage>>,
  { status, won, attributes }: CountedBy,
): Promise<Record<string, readonly [leads: number, conversions: number]>> {
  const plan: Plan = {
    statusColumn: opened.headers.indexOf(status),
    qualified: new Set(won),
    attributes: attributes.map((field) => ({
      column: opened.headers.indexOf(field),
      field,
      ranges: null,
      mapping: new Map<string, string>(),
    })),
    worth: null,
    leads: { leftOutStatuses: new Set(), ...NO_DATES },
  };
  const measurement = pickMeasurement(await thread.ask('measure', plan), 'conversions');
  const { segments } = judge(measurement, { conversionValue: 100, thresholdPercent: 5 });
  return Object.fromEntries(
    segments.map(({ field, value, leads, conversions }) => [
      `${attributes[field]}: ${value}`,
      [leads, conversions],
    ]),
  );
}
