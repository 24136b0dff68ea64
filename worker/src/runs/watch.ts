import { DAY, dayOf } from '#contract/limits.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import type { LatestLeads } from '#frontend/counting/count-windows.ts';
import { beginWatch, findRunState, noteWatch, type RunState } from '#worker/db/alerts.ts';
import type { Database } from '#worker/db/client.ts';
import type { Target } from '#worker/db/shared-analyses.ts';
import type { Watch } from './count-file.ts';
import {
  freezeRules,
  goesByValue,
  readFrozenRules,
  whyNoAlerts,
  type EnteredFigures,
} from './rules-in-use.ts';
import { toJson, type Json, type StoredCounts, type StoredLatest } from '#worker/db/json.ts';

/** Runs are judged once a week. A weekly run that comes some hours early is not the second one of its week. */
const JUDGED_EVERY_MS = 6.5 * DAY;
/** A source without a schedule is monthly where the version before is older than this. */
const MONTHLY_GAP_MS = 21 * DAY;

/**
 * The things that a run of an analysis looks for. The first run puts the rules of the saved analysis into use, as no others are.
 *
 * @param saved the analysis as it is saved now
 */
export async function watchFor(
  db: Database,
  target: Target,
  { saved, now }: { saved: EnteredFigures; now: number },
): Promise<Watch> {
  const state = await findRunState(db, target);
  const watched =
    state.watched ?? (await beginWatch(db, target, freezeRules(saved, { version: 0, by: 'watched', now })));
  const today = dayOf(now);
  if (!watched) return { today, judged: null }; // the analysis was deleted meanwhile
  const { rules, total, mixes } = readFrozenRules(watched.rules);
  const newestDay = watched.newestDay ?? today;
  const missing = whyNoAlerts({ ...saved, newestDay, rules: rules.length });
  const isByValue = goesByValue(saved.metrics);
  if (missing !== watched.missing || isByValue !== watched.isByValue)
    await noteWatch(db, target, { reference: watched.reference, missing, isByValue });
  const isDue = watched.judgedAt === null || now - watched.judgedAt >= JUDGED_EVERY_MS;
  if (missing !== null || !isDue) return { today, judged: null };
  return {
    today,
    judged: {
      name: watched.reference,
      rules,
      totalLeads: total.leads,
      mixes,
      reference: newestDay,
      isMonthly: isMonthly(state, now),
    },
  };
}

function isMonthly({ schedule, lastMadeAt }: RunState, now: number): boolean {
  if (schedule !== null) return (JSON.parse(schedule) as { every?: string }).every === 'month';
  return lastMadeAt !== null && now - lastMadeAt >= MONTHLY_GAP_MS;
}

/** The latest leads that a run has counted; null where nothing is judged. */
export function packLatest({ judged }: Watch, latest: LatestLeads | null): Json<StoredLatest> | null {
  if (!judged || !latest?.windows) return null;
  return toJson<StoredLatest>({
    reference: judged.name,
    isMonthly: judged.isMonthly,
    windows: latest.windows.map(({ first, last, total, parts, atMix }) => ({
      first,
      last,
      total: packCounts(total),
      parts: parts.map(packCounts),
      ...(atMix.some((counts) => counts !== null) && {
        atMix: atMix.map(
          (counts): [StoredCounts, StoredCounts] | null =>
            counts && [packCounts(counts.part), packCounts(counts.total)],
        ),
      }),
    })),
  });
}

/** Weighted counts have a fraction, of which three digits tell enough. */
const packCounts = ({ leads, conversions }: Counts): StoredCounts => [round(leads), round(conversions)];
const round = (count: number) => Math.round(1000 * count) / 1000;
