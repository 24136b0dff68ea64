import type { Measurement } from './analyse.ts';
import { SIGNIFICANT_P_VALUE } from './constants.ts';
import { measureRate } from './lift.ts';
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

// A slider changes the settings many times a second, and the measurement stays.
const kept = new WeakMap<Measurement, Unjudged>();

/** The segments of a measurement before judging; made at the first call. */
export function prepareJudging(measurement: Measurement): Unjudged {
  const unjudged = kept.get(measurement) ?? listUnjudged(measurement);
  kept.set(measurement, unjudged);
  return unjudged;
}

function listUnjudged({ tally, segments, byLift }: Measurement): Unjudged {
  const baselineRate = measureRate({ leads: tally.totalLeads, conversions: tally.totalConversions });
  const judgement = { isSignificant: false, baselineRate };
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
