import type { Measurement } from './analyse.ts';
import { SIGNIFICANT_P_VALUE } from './constants.ts';
import { judgeSegment, type JudgedSegment } from './judge-segments.ts';

/**
 * All segments as if none were significant or had a partner. Under any threshold this holds for most of them, so that
 * judging replaces a few and looks at no other.
 */
export interface Unjudged {
  /** By adjusted lift descending. */
  segments: readonly JudgedSegment[];
  /** Positions, in the list of measured segments, of those that some threshold makes significant. */
  candidates: Uint32Array;
  /** Place in `segments` of each measured segment. */
  places: Uint32Array;
}

interface Kept {
  baselineLeadValue: number;
  unjudged: Unjudged;
}

// A slider moves the threshold many times a second, and the baseline lead value stays.
const kept = new WeakMap<Measurement, Kept>();

/** The segments before judging, made anew only where the measurement or the baseline lead value is another. */
export function prepareJudging(measurement: Measurement, baselineLeadValue: number): Unjudged {
  const known = kept.get(measurement);
  if (known?.baselineLeadValue === baselineLeadValue) return known.unjudged;
  const unjudged = listUnjudged(measurement, baselineLeadValue);
  kept.set(measurement, { baselineLeadValue, unjudged });
  return unjudged;
}

function listUnjudged({ segments, byLift }: Measurement, baselineLeadValue: number): Unjudged {
  const judgement = { isSignificant: false, baselineLeadValue };
  // byLift holds each position in `segments` once.
  const ordered = Array.from(byLift, (position) => judgeSegment(segments[position]!, [], judgement));
  const places = new Uint32Array(byLift.length);
  byLift.forEach((position, place) => (places[position] = place));
  const candidates = segments.flatMap(({ pValue }, position) =>
    pValue < SIGNIFICANT_P_VALUE ? [position] : [],
  );
  return {
    segments: ordered,
    candidates: Uint32Array.from(candidates),
    places,
  };
}
