import type { Context } from 'hono';
import type { Metric } from '#contract/metrics.ts';
import { findAnalysis, replaceTopMetrics, type SummaryRow } from '#worker/db/saved-analyses.ts';
import type { AppEnv } from '#worker/env.ts';
import { inflate } from '#worker/streams/gzip.ts';
import { isTopChosenOtherwise, storeTopMetrics } from './present.ts';
import { storesOf } from './uploads.ts';

/** One call of the list reads the figures of at most so many records, so that it stays quick. */
const MOST_CHOSEN_ANEW = 10;

/** The rows of a user's list. Records of earlier releases get the top performing segments of their stored figures, some with each call. */
export async function chooseTopAnew(
  c: Context<AppEnv>,
  userId: string,
  rows: readonly SummaryRow[],
): Promise<SummaryRow[]> {
  const outdated = new Set(rows.filter(isTopChosenOtherwise).slice(0, MOST_CHOSEN_ANEW));
  const chosen: SummaryRow[] = [];
  // One after the other, so that the figures of only one record are in memory.
  for (const row of rows) chosen.push(outdated.has(row) ? await chooseAnew(c, userId, row) : row);
  return chosen;
}

async function chooseAnew(c: Context<AppEnv>, userId: string, row: SummaryRow): Promise<SummaryRow> {
  const target = { userId, id: row.id };
  const metrics = await readMetrics(c, target);
  if (!metrics) return row;
  const topMetrics = storeTopMetrics(metrics, row.overallRate);
  await replaceTopMetrics(c.get('db'), target, { from: row.topMetrics, to: topMetrics });
  return { ...row, topMetrics };
}

/** The stored metrics of a record; null where its figures are damaged, which is no reason to lose the list. */
async function readMetrics(
  c: Context<AppEnv>,
  target: { userId: string; id: string },
): Promise<Metric[] | null> {
  const [text] = (await findAnalysis(c.get('db'), target, ['analysis']))?.texts ?? [];
  if (!text) return null;
  try {
    const decoder = new TextDecoder();
    let members = '';
    for await (const chunk of inflate(storesOf(c).of(text).read(text)))
      members += decoder.decode(chunk, { stream: true });
    const { metrics } = JSON.parse(`{${members}}`) as { metrics: Metric[] }; // checked when it was saved
    return metrics;
  } catch {
    console.error('The figures of a saved analysis could not be read for the list');
    return null;
  }
}
