import { measureRate } from './lift.ts';
import { judgedSegmentAt, type JudgedSegment } from './judge-segments.ts';
import type { Measurement } from './measurement.ts';

// A slider changes the settings many times a second, and the measurement stays.
const kept = new WeakMap<Measurement, (JudgedSegment | undefined)[]>();

/**
 * The segments of a measurement, by position, as if none were significant or had a partner. Under any threshold this
 * holds for most of them. Each is made when it is first asked for: of 100,000 the page shows a few at a time.
 */
export function unjudgedSegments(measurement: Measurement): (position: number) => JudgedSegment {
  const { totalLeads, totalConversions, figureOf } = measurement;
  const baselineRate = measureRate({ leads: totalLeads, conversions: totalConversions });
  const judgement = { isSignificant: false, partners: [], baselineRate };
  const made = kept.get(measurement) ?? [];
  // Its places are empty until asked for. A Map takes several times as long to look up.
  made.length = figureOf.length;
  kept.set(measurement, made);
  return (position) => (made[position] ??= judgedSegmentAt(measurement, position, judgement));
}
