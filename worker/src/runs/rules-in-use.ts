import type { Configuration } from '#contract/configuration.ts';
import { DAY } from '#contract/limits.ts';
import type { Metric, StoredMix, StoredToEnter } from '#contract/metrics.ts';
import type { SpreadWeights } from '#frontend/analysis/measure/measurement.ts';
import { sideOf } from '#frontend/analysis/judge/expected-to-hold.ts';
import type { Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { listRulesInUse, type EnteredRule } from '#frontend/analysis/over-time/time-to-alert.ts';
import type { NewRules } from '#worker/db/alerts.ts';

/** Rules whose names are longer are not watched: they would be stored with each alert. */
const MAX_NAME_LENGTH = 1000;

/** The rules in use as they are stored: counts, and the weights of each column once. */
interface StoredRules {
  total: Counts;
  columns: { field: string; weights: SpreadWeights }[];
  rules: (Counts & { column: number; value: string })[];
  /** How the leads of these rules were mixed; absent where that is not known, and in rules of earlier releases. */
  mixes?: StoredMix[];
  /** The figures that were typed or pushed; absent where they are not known, and in rules of earlier releases. */
  toEnter?: StoredToEnter[];
}

/** The rules in use, and the counts of all leads that they were entered with. */
export interface FrozenRules {
  total: Counts;
  rules: EnteredRule[];
  mixes: StoredMix[];
  toEnter?: StoredToEnter[] | undefined;
}

/** The figures that rules are entered with. */
export interface EnteredFigures {
  metrics: readonly Metric[];
  mixes?: readonly StoredMix[] | undefined;
  total: Counts;
  thresholdPercent: number;
  /** The choices of the analysis. */
  configuration: Configuration | null;
  /** The days since 1970 of the newest lead. */
  newestDay: number;
  /** The figures that were typed or pushed. */
  toEnter?: StoredToEnter[] | undefined;
}

/** '2026-11-20' */
export const nameDay = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** The rules of some figures as they come into use, under a new name. */
export function freezeRules(
  figures: EnteredFigures,
  { version, by, now }: { version: number; by: NewRules['usedBy']; now: number },
): NewRules {
  const { metrics, mixes = [], total, thresholdPercent, newestDay, toEnter } = figures;
  const values = metrics.map(({ fieldName, fieldValue, totalLeads, qualifiedLeads }) => ({
    field: fieldName,
    value: fieldValue,
    leads: totalLeads,
    conversions: qualifiedLeads,
  }));
  const rules = listRulesInUse(values, total, thresholdPercent).filter(
    ({ field, value }) => field.length + value.length <= MAX_NAME_LENGTH,
  );
  return {
    reference: crypto.randomUUID(),
    version,
    since: now,
    usedBy: by,
    newestDay,
    missing: whyNoAlerts({ ...figures, rules: rules.length }),
    isByValue: goesByValue(metrics),
    rules: JSON.stringify({
      ...packRules({ total, rules }),
      ...packMixes(mixes, rules),
      ...(toEnter && { toEnter }),
    } satisfies StoredRules),
  };
}

export const goesByValue = (metrics: readonly Metric[]): boolean =>
  metrics.some(({ amountSum }) => amountSum !== undefined);

/** Why no alert can come of rules in use; null where alerts can come. */
export function whyNoAlerts({
  configuration,
  newestDay,
  rules,
}: Pick<EnteredFigures, 'configuration'> & { newestDay: number; rules: number }): NewRules['missing'] {
  const dateFilter = configuration?.dateFilter;
  if (!dateFilter) return 'no-date';
  if (dateFilter.to !== null && dateFilter.to <= nameDay(newestDay)) return 'last-day';
  return rules === 0 ? 'no-rules' : null;
}

function packRules({ total, rules }: Pick<FrozenRules, 'total' | 'rules'>): StoredRules {
  const columns = [...new Map(rules.map(({ field, weights }) => [field, { field, weights }])).values()];
  const places = new Map(columns.map(({ field }, place) => [field, place]));
  return {
    total,
    columns,
    rules: rules.map(({ field, value, leads, conversions }) => ({
      column: places.get(field) ?? 0, // each field is there
      value,
      leads,
      conversions,
    })),
  };
}

/** Mixes with the values that are rules alone. */
function packMixes(mixes: readonly StoredMix[], rules: readonly EnteredRule[]): Pick<StoredRules, 'mixes'> {
  const ofRules = mixes
    .map((mix) => ({
      ...mix,
      values: mix.values.filter(({ fieldValue }) =>
        rules.some(({ field, value }) => field === mix.fieldName && value === fieldValue),
      ),
    }))
    .filter(({ values }) => values.length > 0);
  return ofRules.length > 0 ? { mixes: ofRules } : {};
}

/** As `freezeRules` has written them. */
const parseRules = (stored: string): StoredRules => JSON.parse(stored);

/** Such rules with other figures. */
export const withFigures = (stored: string, toEnter: StoredToEnter[] | undefined): string =>
  JSON.stringify({ ...parseRules(stored), toEnter });

export function readFrozenRules(stored: string): FrozenRules {
  const { total, columns, rules, mixes = [], toEnter } = parseRules(stored);
  return {
    total,
    mixes,
    ...(toEnter && { toEnter }),
    rules: rules.map(({ column, ...counts }) => ({
      ...counts,
      ...columns[column]!, // each rule has one
      side: sideOf(counts, total),
    })),
  };
}
