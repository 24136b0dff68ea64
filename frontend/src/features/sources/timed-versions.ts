import { segmentKey } from '#contract/top-segments.ts';
import type { Alerts } from '#contract/alerts.ts';
import { LISTED_SEGMENTS } from '#contract/limits.ts';
import { RULE_KINDS, type RuleKind } from '#contract/platforms.ts';
import type { AnalysisVersion, NewValues } from '#contract/sources.ts';
import { arrangeSegments, type Measurement } from '#frontend/analysis/measure/measurement.ts';
import { judge, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { JudgedSegment } from '#frontend/analysis/judge/judge-segments.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import { nameFieldValue } from '#frontend/features/results/names.tsx';
import { restoreMeasurement } from '#frontend/features/saved/stored-measurement.ts';

/** The analysis whose versions are shown, as it was saved. */
export interface SavedFigures {
  createdAt: Date | null;
  measurement: Measurement;
  settings: Settings;
}

/** One point of the time line: a version, or the figures as they were saved. */
export interface TimedVersion {
  /** 0: the figures as they were saved. */
  number: number;
  /** Null for a saved analysis whose time is not known. */
  madeAt: Date | null;
  enteredAt: Date | null;
  /** The platform whose push has brought its rules into use; null where somebody has said that they are. */
  pushedWith: RuleKind | null;
  analysis: Analysis;
  /** True if a version lists only its values with the most leads. */
  isCut: boolean;
  /** Values that neither the analysis nor an earlier version had. */
  newValues: readonly NewValues[];
}

/**
 * The saved figures and all versions, the oldest first. `inUse` knows since when the saved rules are in use; those that a run has
 * frozen were never said to be.
 */
export function lineUp(
  saved: SavedFigures,
  versions: readonly AnalysisVersion[],
  inUse: Alerts['inUse'] = null,
): TimedVersion[] {
  const { settings, createdAt } = saved;
  const fieldOrder = saved.measurement.fields.map(({ name }) => name);
  const first: TimedVersion = {
    number: 0,
    madeAt: createdAt,
    enteredAt: inUse?.version === 0 && inUse.by !== 'watched' ? new Date(inUse.since) : null,
    pushedWith: inUse?.version === 0 ? findPush(inUse) : null,
    // Versions of earlier releases have no q, so theirs are compared with labels of counts alone.
    analysis: judge(versions[0]?.spreads ? saved.measurement : asCounted(saved.measurement), settings),
    isCut: false,
    newValues: [],
  };
  const rest = versions.toReversed().map((version) => ({
    ...restore(version, fieldOrder, settings),
    pushedWith:
      inUse?.version === version.number && inUse.since === version.enteredAt ? findPush(inUse) : null,
  }));
  return [first, ...rest];
}

const findPush = ({ by }: NonNullable<Alerts['inUse']>): RuleKind | null =>
  RULE_KINDS.find((kind) => kind === by) ?? null;

function restore(
  version: AnalysisVersion,
  fieldOrder: readonly string[],
  settings: Settings,
): Omit<TimedVersion, 'pushedWith'> {
  const { number, madeAt, enteredAt, metrics, spreads, leads, converted, newValues } = version;
  const figures = {
    metrics,
    totalLeads: leads,
    totalQualified: converted,
    correlationTests: [],
    ...(spreads && { spreads }),
  };
  return {
    number,
    madeAt: new Date(madeAt),
    enteredAt: enteredAt === null ? null : new Date(enteredAt),
    analysis: judge(restoreMeasurement(figures, fieldOrder), settings),
    isCut: metrics.length >= LISTED_SEGMENTS,
    newValues,
  };
}

const BY_Q = { splitFields: [], hasManyDuplicates: false, isByQ: true };

/**
 * Figures of the saved rows that are judged as those of a version of an earlier release are: by their counts alone, without the other
 * columns of the file and without duplicates, which a delivery is not searched for.
 */
export function asCounted(measurement: Measurement): Measurement {
  const { figures, figureOf } = measurement;
  return { ...measurement, ...arrangeSegments(figures, figureOf), limits: BY_Q, sameAge: undefined };
}

/** 'Version 3', or 'As saved'. */
export function nameVersion({ number }: Pick<TimedVersion, 'number'>): string {
  return number === 0 ? 'As saved' : `Version ${number}`;
}

/** The version in use: the one whose rules came into use last. Null where none were said to be. */
export function findInUse(versions: readonly TimedVersion[]): TimedVersion | null {
  const [latest] = versions
    .filter(({ enteredAt }) => enteredAt !== null)
    .toSorted((a, b) => Number(b.enteredAt) - Number(a.enteredAt) || b.number - a.number);
  return latest ?? null;
}

/** The values that the versions after one up to another have brought. No two versions bring the same value. */
export function newValuesBetween(
  versions: readonly TimedVersion[],
  earlier: TimedVersion,
  later: TimedVersion,
): NewValues[] {
  const byField = new Map<string, NewValues>();
  for (const { number, newValues } of versions) {
    if (number <= earlier.number || number > later.number) continue;
    for (const { field, first, count } of newValues) {
      const listed = byField.get(field);
      byField.set(field, {
        field,
        first: [...(listed?.first ?? []), ...first],
        count: (listed?.count ?? 0) + count,
      });
    }
  }
  return [...byField.values()];
}

/** A solid rule and its segment in each version. */
export interface RuleLine {
  key: string;
  name: string;
  fieldName: string;
  value: string;
  /** In the order of the versions; null where a version lacks the value. */
  points: readonly { version: TimedVersion; segment: JudgedSegment | null }[];
}

/**
 * The rules to follow: those labelled Use in the newest version or in the one in use, which are the saved figures without a mark.
 * The highest lift of the newest comes first.
 */
export function followVersions(versions: readonly TimedVersion[]): RuleLine[] {
  const [newest, inUse] = [versions.at(-1), findInUse(versions) ?? versions[0]];
  if (!newest || !inUse) return [];
  const segments = new Map(versions.map((version) => [version, segmentsByName(version)]));
  const followed = new Map<string, JudgedSegment>();
  for (const version of [newest, inUse])
    for (const [key, segment] of segments.get(version) ?? [])
      if (segment.label === 'Use' && !followed.has(key)) followed.set(key, segment);
  const liftNow = (key: string) => segments.get(newest)?.get(key)?.lift ?? 0;
  return Array.from(followed, ([key, { fieldName, value }]) => ({
    key,
    name: nameFieldValue({ field: fieldName, value }),
    fieldName,
    value,
    points: versions.map((version) => ({ version, segment: segments.get(version)?.get(key) ?? null })),
  })).toSorted((a, b) => liftNow(b.key) - liftNow(a.key) || (a.key < b.key ? -1 : 1));
}

function segmentsByName({ analysis }: TimedVersion): Map<string, JudgedSegment> {
  return new Map(analysis.segments.map((segment) => [segmentKey(segment.fieldName, segment.value), segment]));
}
