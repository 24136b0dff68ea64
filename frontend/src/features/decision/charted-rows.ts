import { MIN_RULE_LEADS } from '#frontend/analysis/constants.ts';
import { measureMeanInterval } from '#frontend/analysis/measure/value-figures.ts';
import { isSolid, type Decision } from '#frontend/analysis/decision/decide.ts';
import {
  explainWorth,
  worthOfSegment,
  type WorthReason,
  sortByStrength,
} from '#frontend/analysis/decision/segment-worth.ts';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import { wilsonInterval, type Interval } from '#frontend/analysis/stats/intervals.ts';

/** A segment of the chart: what was counted, and what such a lead is worth. */
export interface ChartedRow {
  segment: JudgedSegment;
  /** Conversions / leads; by value the mean value per lead. */
  counted: number;
  /** Its 95% interval; null where there are too few conversions for one. */
  interval: Interval | null;
  /** The same figure of all other leads, where the segment is a large part of all. */
  others: number | null;
  /** The mean best estimate of its leads, in money; null until it is known. */
  worth: number | null;
  /** Why the worth is not the counted figure in money. */
  reason: WorthReason | null;
}

/** The other leads of a segment with this share of all leads are shown too. */
const LARGE_SHARE = 0.3;

/**
 * The rows of the chart (methods F.2): segments labelled Use, then those labelled Test, with at least 30 leads; in each group those that
 * the sentences name, then the strongest. An attribute that looks like the outcome is left out.
 */
export function listChartedRows(analysis: Analysis, decision: Decision, most: number): ChartedRow[] {
  const outcome = decision.pattern === 'like-outcome' ? decision.segment.field : null;
  const named = listNamed(decision);
  const shown = sortByStrength(
    analysis.significantSegments.filter(({ leads, field }) => leads >= MIN_RULE_LEADS && field !== outcome),
  );
  // Sorting keeps the order of equal ones.
  const rank = (segment: JudgedSegment) =>
    (isSolid(segment) ? 0 : 2) +
    (named.some(({ field, value }) => field === segment.field && value === segment.value) ? 0 : 1);
  return shown
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most)
    .map((segment) => measureRow(segment, analysis));
}

/** The segments that the sentences name. */
function listNamed(decision: Decision): JudgedSegment[] {
  switch (decision.pattern) {
    case 'solid':
      return [decision.raise, decision.cut].flatMap((one) => (one ? [one.segment] : []));
    case 'like-outcome':
      return [decision.others.raise, decision.others.cut].flatMap((one) => (one ? [one.segment] : []));
    case 'nothing-solid':
      return decision.clearest ? [decision.clearest.segment] : [];
    case 'nothing':
    case 'most-open':
      return [];
  }
}

function measureRow(segment: JudgedSegment, analysis: Analysis): ChartedRow {
  const { leads, conversions, conversionRate, amounts } = segment;
  const { totalLeads, totalConversions, value } = analysis;
  const isLarge = leads >= LARGE_SHARE * totalLeads && leads < totalLeads;
  const shareOfOthers = (all: number, own: number) => (isLarge ? (all - own) / (totalLeads - leads) : null);
  const worth = worthOfSegment(segment, analysis);
  const money = { worth, reason: worth === null ? null : explainWorth(segment, worth, analysis) };
  if (!amounts || !value) {
    const interval = wilsonInterval(conversions, leads);
    const others = shareOfOthers(totalConversions, conversions);
    return { segment, counted: conversionRate, interval, others, ...money };
  }
  return {
    segment,
    counted: amounts.perLead,
    interval: measureMeanInterval({ leads, conversions, ...amounts }),
    others: shareOfOthers(value.total, amounts.sum),
    ...money,
  };
}
