import { listOpenStatuses } from '../columns/statuses.ts';
import type { Measurement } from '../measure/measurement.ts';
import { measureRate } from '../measure/lift.ts';
import type { Counts } from '../counts/valued-leads.ts';

/** A value with fewer leads may be at 0% or 100% by chance. */
const MIN_OUTCOME_LEADS = 30;
/** Chance alone gives no conversion, or nothing but conversions, in fewer of such values. */
const MAX_CHANCE = 0.01;

/** A value with which every lead converted, or none. */
export interface OutcomeValue extends Counts {
  field: number;
  value: string;
}

/**
 * For each attribute the value with the most leads, 30 or more, of which all converted or none: it looks like the outcome itself.
 * With a low baseline a value without conversions is ordinary, so that chance must give it in less than 1% of all cases.
 * Example: baseline 20%: 30 leads without a conversion are found, since 0.8^30 = 0.1%; at 10% they are not, since 0.9^30 = 4%.
 */
export function findOutcomeValues({ fields, figures, figureOf, ...total }: Measurement): OutcomeValue[] {
  const baseline = measureRate({ leads: total.totalLeads, conversions: total.totalConversions });
  let position = 0;
  return fields.flatMap(({ values }, field) => {
    const found = values.flatMap((value): OutcomeValue[] => {
      const at = figureOf[position++]!; // every segment has figures
      const counts = { leads: figures.leads[at]!, conversions: figures.conversions[at]! };
      return isOutcome(counts, baseline) ? [{ field, value, ...counts }] : [];
    });
    const [most] = found.toSorted((a, b) => b.leads - a.leads);
    return most ? [most] : [];
  });
}

/** Whether all or none of these leads converted, which chance must hardly ever give; see `findOutcomeValues`. */
export function isOutcome({ leads, conversions }: Counts, baseline: number): boolean {
  if (leads < MIN_OUTCOME_LEADS) return false;
  if (conversions === 0) return (1 - baseline) ** leads < MAX_CHANCE;
  return conversions === leads && baseline ** leads < MAX_CHANCE;
}

/** Open statuses with fewer of the leads in all are not worth a question. */
const MIN_OPEN_PERCENT = 1;

/** Statuses that are not decided yet, and the counts without their leads. */
export interface OpenStatuses {
  statuses: readonly string[];
  leads: number;
  /** The counts of the leads that are left. */
  without: Counts;
}

/**
 * The open statuses among those that count and are not converted; null where they have under 1% of the leads, or where all other leads
 * converted, so that nothing would be left to compare.
 * Example: 711 of 4,200 leads are new, and 501 converted: 14.4% of the other 3,489 instead of 11.9%.
 */
export function weighOpenStatuses(
  open: readonly { value: string; leads: number }[],
  total: Counts,
): OpenStatuses | null {
  const leads = open.reduce((sum, status) => sum + status.leads, 0);
  const without = { leads: total.leads - leads, conversions: total.conversions };
  if (leads === 0 || 100 * leads < MIN_OPEN_PERCENT * total.leads || without.leads <= without.conversions)
    return null;
  return { statuses: open.map(({ value }) => value), leads, without };
}

/**
 * The open statuses of the leads that count, see `weighOpenStatuses`; null where the figures name no statuses, as those of
 * earlier releases.
 * Example: 1,000 leads, 200 of them converted, 'New' with 300 and 'Lost' with 500: 'New' with 300, and 28.6% of the other 700 converted.
 */
export function findOpenStatuses({
  otherStatuses = [],
  totalLeads,
  totalConversions,
}: Pick<Measurement, 'otherStatuses' | 'totalLeads' | 'totalConversions'>): OpenStatuses | null {
  const values = otherStatuses.map(({ value }) => value);
  const leads = Uint32Array.from(otherStatuses, (status) => status.leads);
  const total = { leads: totalLeads, conversions: totalConversions };
  return weighOpenStatuses(listOpenStatuses(values, leads, new Set()), total);
}
