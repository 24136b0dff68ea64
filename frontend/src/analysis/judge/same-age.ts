/** The leads that count, sorted by their week of age. Leads without a date are a week of their own. */
export interface AgedLeads {
  /** The leads of all weeks, one week behind the other. */
  order: Uint32Array;
  /** The position in `order` behind the last lead of each week. */
  ends: Uint32Array;
  /** The converted leads of each week. */
  conversions: Uint32Array;
}

/**
 * Sorts leads by week of age. Example: weeks 1, 0, 1: order 1, 0, 2; ends 1, 3.
 *
 * @param weekOf the week of age of each lead, 0 for the youngest; -1 without a date
 * @param isConverted 1 for each converted lead, else 0
 */
export function sortByWeek(weekOf: Int32Array, isConverted: Uint8Array): AgedLeads {
  const weeks = weekOf.reduce((most, week) => Math.max(most, week), -1) + 2; // the first has no date
  const list = () => new Uint32Array(weeks);
  const [starts, ends, conversions] = [list(), list(), list()];
  for (const week of weekOf) ends[week + 1]!++; // the `!` here and below: a count per week, a flag per lead
  for (let week = 1; week < weeks; week++) ends[week]! += ends[week - 1]!;
  starts.set(ends.subarray(0, weeks - 1), 1);
  const order = new Uint32Array(weekOf.length);
  for (let lead = 0; lead < order.length; lead++) {
    const week = weekOf[lead]! + 1;
    order[starts[week]!++] = lead;
    conversions[week]! += isConverted[lead]!;
  }
  return { order, ends, conversions };
}

/** The values of a column, and what became of its leads. */
interface ValuesOfLeads {
  /** The value of each lead. */
  codes: Uint8Array | Uint32Array;
  /** Where each code stands among the values; absent: where it is. */
  positionOf?: Uint32Array;
  /** How many values there are. */
  values: number;
  isConverted: Uint8Array;
}

/**
 * Compares the leads of each value with all other leads of the same week of age (Mantel and Haenszel, Journal of the National Cancer
 * Institute 22 (1959), without continuity correction): per week n of N leads and k of K conversions,
 *
 *     z² = (Σ k - Σ n K/N)² / Σ n (N - n) K (N - K) / (N² (N - 1))
 *
 * Its p-value is the chance of so large a square of a standard normal variable, `chiSquareTail`. A source whose leads are only younger has z near 0, though it converts less than all leads. Weeks of one lead, of one value, without
 * a conversion or with nothing else say nothing. 0 for a value of which no week says anything.
 * Example: one week of 200 leads of which 50 converted; 30 of the 100 with a value: (30 - 25)² / 9.422111 = 2.653333.
 */
export function measureSameAge({ order, ends, conversions }: AgedLeads, leads: ValuesOfLeads): Float64Array {
  const { codes, positionOf, values, isConverted } = leads;
  const [inWeek, converted] = [new Uint32Array(values), new Float64Array(values)];
  const [expected, variance] = [new Float64Array(values), new Float64Array(values)];
  const seen = new Uint32Array(values);
  let from = 0;
  for (let week = 0; week < ends.length; week++) {
    // The `!` here: an end per week, a lead per position, a code per lead, a position per code, and counts per value.
    const end = ends[week]!;
    let seenCount = 0;
    for (let at = from; at < end; at++) {
      const lead = order[at]!;
      const code = codes[lead]!;
      const value = positionOf ? positionOf[code]! : code;
      if (inWeek[value]!++ === 0) seen[seenCount++] = value;
      converted[value]! += isConverted[lead]!;
    }
    const all = end - from;
    const rate = conversions[week]! / all;
    for (let at = 0; at < seenCount; at++) {
      const value = seen[at]!;
      const own = inWeek[value]!;
      inWeek[value] = 0;
      expected[value]! += own * rate;
      if (all > 1) variance[value]! += (own * (1 - own / all) * rate * (1 - rate) * all) / (all - 1);
    }
    from = end;
  }
  return converted.map((count, value) =>
    variance[value]! > 0 ? (count - expected[value]!) ** 2 / variance[value]! : 0,
  );
}
