import { leadValueOf, type JudgedSegment } from '#frontend/analysis/judge-segments.ts';
import type { InteractionTest } from '#frontend/analysis/interactions.ts';
import type { ValueRule } from '#frontend/analysis/value-rules.ts';
import { nameFieldValue, yesOrNo } from '#frontend/exports/table.ts';
import {
  formatConfidence,
  formatCount,
  formatDollars,
  formatLift,
  formatPoints,
  formatPValue,
  formatRate,
} from '#frontend/lib/format.ts';
import { Lift } from '../figures.tsx';
import type { ReportColumn } from './report-table.tsx';

export const RULE_COLUMNS: readonly ReportColumn<ValueRule>[] = [
  { title: 'Field', isText: true, cell: ({ segment }) => segment.fieldName },
  { title: 'Value', isText: true, cell: ({ segment }) => segment.value },
  { title: 'Suggested Value Rule', cell: ({ suggested }) => <Lift lift={suggested} hasChange /> },
  { title: 'Before Cut', cell: ({ isCut, liftBeforeCut }) => (isCut ? formatLift(liftBeforeCut) : '') },
  { title: 'Confidence', cell: ({ segment }) => formatConfidence(segment.confidence) },
  { title: 'Status', isText: true, cell: (rule) => <RuleStatus rule={rule} /> },
  { title: 'Leads', cell: ({ segment }) => formatCount(segment.leads) },
];

function RuleStatus({ rule: { partners, isSignificant } }: { rule: ValueRule }) {
  const overlap = partners.length === 0 ? 'Independent' : `Overlapping (${formatCount(partners.length)})`;
  return (
    <>
      {isSignificant ? overlap : `${overlap}; not significant`}
      {partners.length > 0 && (
        <span className="block text-muted">{partners.map(nameFieldValue).join(', ')}</span>
      )}
    </>
  );
}

const SEGMENT_COLUMNS: readonly ReportColumn<JudgedSegment>[] = [
  { title: 'Field', isText: true, cell: ({ fieldName }) => fieldName },
  { title: 'Value', isText: true, cell: ({ value }) => value },
  { title: 'Leads', cell: ({ leads }) => formatCount(leads) },
  { title: 'Conversions', cell: ({ conversions }) => formatCount(conversions) },
  { title: 'Confidence', cell: ({ confidence }) => formatConfidence(confidence) },
  { title: 'P-Value', cell: ({ pValue }) => formatPValue(pValue) },
  { title: 'Conversion Rate', cell: ({ conversionRate }) => formatRate(conversionRate) },
  { title: 'Lift vs Baseline', cell: ({ lift }) => <Lift lift={lift} /> },
  { title: 'Adjusted Lift', cell: ({ adjustedLift }) => <Lift lift={adjustedLift} /> },
];

/** As on the screen: the lead value only at a conversion value above 0. */
export function reportSegmentColumns(conversionValue: number): readonly ReportColumn<JudgedSegment>[] {
  if (conversionValue === 0) return SEGMENT_COLUMNS;
  const leadValue = (segment: JudgedSegment) => formatDollars(leadValueOf(segment, conversionValue));
  return [...SEGMENT_COLUMNS, { title: 'Lead Value ($)', cell: leadValue }];
}

export const PAIR_COLUMNS: readonly ReportColumn<InteractionTest>[] = [
  {
    title: 'Combination',
    isText: true,
    cell: ({ attributes }) =>
      attributes.map((side) => (
        <span key={side.field} className="block">
          {nameFieldValue(side)}
        </span>
      )),
  },
  { title: 'Leads', cell: ({ leads }) => formatCount(leads) },
  { title: 'Conversions', cell: ({ conversions }) => formatCount(conversions) },
  { title: 'Confidence', cell: ({ confidencePercent }) => formatConfidence(confidencePercent / 100) },
  { title: 'Conversion Rate', cell: ({ conversionRate }) => formatRate(conversionRate) },
  { title: 'Predicted Lift', cell: ({ predictedLift }) => formatLift(predictedLift) },
  { title: 'Actual Lift', cell: ({ actualLift }) => formatLift(actualLift) },
  { title: 'Difference', cell: ({ difference }) => formatPoints(difference) },
  { title: 'P-Value', cell: ({ pValue }) => formatPValue(pValue) },
  { title: 'Significant', isText: true, isShort: true, cell: ({ isSignificant }) => yesOrNo(isSignificant) },
];
