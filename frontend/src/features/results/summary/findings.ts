import type { Analysis } from '#frontend/analysis/analyse.ts';
import { findUnfitValues, type UnfitValues } from '#frontend/analysis/columns.ts';
import { LOW_CONFIDENCE } from '#frontend/analysis/constants.ts';
import type { Basis } from '#frontend/analysis/worth.ts';
import type { JudgedSegment } from '#frontend/analysis/judge-segments.ts';

/** A fact about an analysis that the summary tells. */
export type Finding =
  | { kind: 'none-converted' }
  | { kind: 'all-converted' }
  /** By value: all leads are worth the same. */
  | { kind: 'all-alike' }
  | { kind: 'no-segment'; thresholdPercent: number }
  /** `isNameShared`: another attribute has a value of this name. */
  | { kind: 'segment'; segment: JudgedSegment; isSure: boolean; isNameShared: boolean; analysis: Analysis }
  | { kind: 'overlap'; fields: readonly string[]; combinations: number; basis: Basis }
  /** `unfit`: the values are of a kind that shows no difference in any file. */
  | { kind: 'flat-field'; field: string; leads: number; unfit: UnfitValues | null };

const MAX_FINDINGS = 5;
/** Most segments that are named above the average, and most below it. */
const NAMED_PER_SIDE = 2;

/**
 * At most five findings, the most useful first: the two significant segments furthest above the average by adjusted
 * lift, the two furthest below, overlaps, and attributes without any significant segment. Segments of low confidence
 * are named only where there are no others. If no lead converted, or all did, this is the only finding. If no segment is
 * significant, attributes follow only where their values are unfit.
 */
export function findFindings(analysis: Analysis): Finding[] {
  const { totalConversions, totalLeads, settings, value } = analysis;
  if (value?.variance === 0) return [{ kind: 'all-alike' }];
  if (!value && totalConversions === 0) return [{ kind: 'none-converted' }];
  if (!value && totalConversions === totalLeads) return [{ kind: 'all-converted' }];
  const significant = analysis.significantSegments;
  if (significant.length === 0) {
    const unfit = findFlatFields(analysis, []).filter((finding) => finding.unfit);
    return [{ kind: 'no-segment', thresholdPercent: settings.thresholdPercent }, ...unfit];
  }
  const above = significant.filter(({ adjustedLift }) => adjustedLift > 1);
  const below = significant.filter(({ adjustedLift }) => adjustedLift < 1).reverse();
  return [
    ...nameSegments(above, analysis),
    ...nameSegments(below, analysis),
    ...findOverlap(analysis),
    ...findFlatFields(analysis, significant),
  ].slice(0, MAX_FINDINGS);
}

/** The first segments of a side; those of low confidence only where there are no others. */
function nameSegments(segments: readonly JudgedSegment[], analysis: Analysis): Finding[] {
  const isSure = ({ confidence }: JudgedSegment) => confidence >= LOW_CONFIDENCE;
  const ordered = [...segments.filter(isSure), ...segments.filter((segment) => !isSure(segment))];
  return ordered.slice(0, NAMED_PER_SIDE).map((segment) => {
    const isNameShared = analysis.fields.some(
      ({ values }, field) => field !== segment.field && values.includes(segment.value),
    );
    return { kind: 'segment', segment, isSure: isSure(segment), isNameShared, analysis };
  });
}

/** The attributes that take part in significant interactions, in their order, and the number of interactions. */
function findOverlap({ fields, interactionTests, significantInteractions, basis }: Analysis): Finding[] {
  if (significantInteractions === 0) return [];
  const tests = interactionTests.filter(({ isSignificant }) => isSignificant);
  const involved = new Set(tests.flatMap(({ attributes }) => attributes.map(({ field }) => field)));
  const names = fields.map(({ name }) => name).filter((name) => involved.has(name));
  return [{ kind: 'overlap', fields: names, combinations: significantInteractions, basis }];
}

type FlatField = Extract<Finding, { kind: 'flat-field' }>;

function findFlatFields(
  { fields, totalLeads }: Analysis,
  significant: readonly JudgedSegment[],
): FlatField[] {
  const telling = new Set(significant.map(({ field }) => field));
  return fields.flatMap(({ name, values }, field) => {
    if (telling.has(field)) return [];
    const unfit = findUnfitValues(values, totalLeads);
    return [{ kind: 'flat-field', field: name, leads: totalLeads, unfit }];
  });
}
