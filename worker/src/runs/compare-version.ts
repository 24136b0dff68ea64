import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { measureLiftAtMix } from '#frontend/analysis/over-time/at-mix.ts';
import { findAlerts, watchRuleInUse } from '#frontend/analysis/over-time/alerts.ts';
import { findToJudge, raiseAlerts } from '#worker/db/alerts.ts';
import type { Database } from '#worker/db/client.ts';
import type { Target } from '#worker/db/shared-analyses.ts';
import { readFrozenRules, type FrozenRules } from './rules-in-use.ts';
import { parseJson, toJson, type FallenRule, type StoredCounts, type StoredLatest } from '#worker/db/json.ts';

/**
 * Judges the rules in use by the latest leads of a version, and raises an alert for each that no longer holds. May be repeated: a rule
 * raises one alert, and the same version the same ones.
 *
 * @returns how many alerts the version has raised
 */
export async function compareVersion(db: Database, target: Target, number: number): Promise<number> {
  const found = await findToJudge(db, target, number);
  if (!found) return 0;
  const { watched, madeAt } = found;
  const latest = parseJson(found.latest);
  if (latest.reference !== watched.reference) return 0;
  const fallen = findFallen(readFrozenRules(watched.rules), latest);
  return raiseAlerts(db, target, {
    reference: watched.reference,
    version: number,
    madeAt,
    fallen: fallen.map(({ rule, ...figures }) => ({ rule, figures: toJson(figures) })),
  });
}

/** The rules that no longer hold, each with its place among the rules in use. */
function findFallen(
  { total, rules }: FrozenRules,
  { windows }: Pick<StoredLatest, 'windows'>,
): (FallenRule & { rule: number })[] {
  const verdicts = findAlerts(
    rules.map((rule, at) =>
      watchRuleInUse(
        { part: rule, total, weights: rule.weights },
        windows.map((window) => judgedCounts(window, at)),
      ),
    ),
  );
  return rules.flatMap(
    ({ field, value, side, leads, conversions }, rule): (FallenRule & { rule: number })[] => {
      const { isAlert, p, q, window } = verdicts[rule]!; // one per rule
      const clearest = windows[window];
      if (!isAlert || !clearest) return [];
      const { first, last, parts, atMix } = clearest;
      return [
        {
          rule,
          field,
          value,
          side,
          reference: {
            part: [leads, conversions],
            total: [total.leads, total.conversions],
          },
          latest: {
            first,
            last,
            part: parts[rule] ?? [0, 0],
            total: clearest.total,
            ...(atMix?.[rule] && {
              liftAtMix: measureLiftAtMix({ part: leads, total: total.leads }, judgedCounts(clearest, rule)),
            }),
          },
          p,
          q,
        },
      ];
    },
  );
}

/** The leads of a window by which a rule is judged: at the mix of its reference where that is known. */
export function judgedCounts(
  { total, parts, atMix }: StoredLatest['windows'][number],
  rule: number,
): Record<'part' | 'total', Counts> {
  const [part, all] = atMix?.[rule] ?? [parts[rule], total];
  return { part: countsOf(part), total: countsOf(all) };
}

const countsOf = ([leads, conversions]: StoredCounts = [0, 0]): Counts => ({ leads, conversions });
