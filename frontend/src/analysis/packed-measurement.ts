import type { Measurement } from './analyse.ts';
import { measurePart } from './segments.ts';
import type { MeasuredPair } from './interactions.ts';
import type { Tally } from './tally.ts';

/**
 * A measurement as it goes from one thread to another: figures per segment in arrays, which are handed over where a list
 * of 100,000 objects would be copied one by one. What counts alone tell is left out.
 */
export interface PackedMeasurement {
  tally: Tally;
  leads: Uint32Array;
  conversions: Uint32Array;
  chiSquares: Float64Array;
  pValues: Float64Array;
  byLift: Uint32Array;
  pairs: readonly MeasuredPair[];
}

export function packMeasurement({ tally, segments, byLift, pairs }: Measurement): PackedMeasurement {
  return {
    tally,
    leads: Uint32Array.from(segments, ({ leads }) => leads),
    conversions: Uint32Array.from(segments, ({ conversions }) => conversions),
    chiSquares: Float64Array.from(segments, ({ chiSquare }) => chiSquare),
    pValues: Float64Array.from(segments, ({ pValue }) => pValue),
    byLift,
    pairs,
  };
}

/** The measurement that was packed, to the last bit. */
export function unpackMeasurement(packed: PackedMeasurement): Measurement {
  const { tally, leads, conversions, chiSquares, pValues, byLift, pairs } = packed;
  const total = { leads: tally.totalLeads, conversions: tally.totalConversions };
  let position = 0;
  const segments = tally.fields.flatMap(({ name, values }, field) =>
    values.map((value) => {
      const at = position++;
      // The `!` here: an entry per segment.
      const part = { leads: leads[at]!, conversions: conversions[at]! };
      const test = { chiSquare: chiSquares[at]!, pValue: pValues[at]! };
      return measurePart({ field, fieldName: name, value }, { part, total }, test);
    }),
  );
  return { tally, segments, byLift, pairs };
}
