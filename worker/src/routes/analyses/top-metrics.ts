import type { Metric } from '#contract/metrics.ts';
import { findAnalysis, replaceTopMetrics, type SummaryRow } from '#worker/db/saved-analyses.ts';
import type { AppContext } from '#worker/env.ts';
import { tryWrite } from '#worker/middleware/database.ts';
import { readMembers } from '#worker/runs/read-saved.ts';
import { isTopChosenOtherwise, storeTopMetrics } from './present-analysis.ts';
import { storesOf } from './begin-uploads.ts';

/** One call of the list reads the figures of at most this many records, so that it stays quick. */
const MOST_CHOSEN_ANEW = 10;

/** The rows of a user's list. Records of earlier releases get the top performing segments of their stored figures, some with each call. */
export async function chooseTopAnew(
  c: AppContext,
  userId: string,
  rows: readonly SummaryRow[],
): Promise<SummaryRow[]> {
  const outdated = new Set(rows.filter(isTopChosenOtherwise).slice(0, MOST_CHOSEN_ANEW));
  const chosen: SummaryRow[] = [];
  // One after the other, so that the figures of only one record are in memory.
  for (const row of rows) chosen.push(outdated.has(row) ? await chooseAnew(c, userId, row) : row);
  return chosen;
}

async function chooseAnew(c: AppContext, userId: string, row: SummaryRow): Promise<SummaryRow> {
  const [db, target] = [c.get('db'), { userId, id: row.id }];
  const metrics = await readMetrics(c, target);
  if (!metrics) return row;
  const topMetrics = storeTopMetrics(metrics, row.overallRate);
  // The list must not need a write: the database may be full.
  await tryWrite(
    () => replaceTopMetrics(db, target, { from: row.topMetrics, to: topMetrics }),
    'The top performing segments of a record were not stored',
  );
  return { ...row, topMetrics };
}

/** The stored metrics of a record; null where it has none, or its figures are damaged, which is no reason to lose the list. */
async function readMetrics(c: AppContext, target: { userId: string; id: string }): Promise<Metric[] | null> {
  const stored = await findAnalysis(c.get('db'), target, ['analysis']);
  if (!stored) return null;
  try {
    // Checked when it was saved. A record without figures has no member.
    const { metrics } = (await readMembers(stored, storesOf(c), 'analysis')) as { metrics?: Metric[] };
    return metrics ?? null;
  } catch {
    console.error('The figures of a saved analysis could not be read for the list');
    return null;
  }
}
