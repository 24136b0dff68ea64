import { expect, test } from 'vitest';
import { findCaps } from '#frontend/analysis/counts/valued-leads.ts';
import { quantile } from '#frontend/analysis/stats/quantile.ts';

const CONVERSIONS = 10_000;

/** Whole amounts in an order in which `first` come before the others in each block of 32. */
function amountsWhere(first: 'largest' | 'smallest' | 'any'): Float64Array {
  const blocks = Math.ceil(CONVERSIONS / 32);
  return Float64Array.from({ length: CONVERSIONS }, (_, at) => {
    const isFirst = at % 32 === 0;
    if (first === 'any') return ((at * 7919) % CONVERSIONS) + 1;
    const place = isFirst ? at / 32 : at - Math.floor(at / 32);
    return (isFirst === (first === 'largest') ? CONVERSIONS - blocks : 0) + place + 1;
  });
}

test.each(['any', 'largest', 'smallest'] as const)(
  'percentiles are those of all amounts, where of each 32 the %s comes first',
  (first) => {
    const amounts = amountsWhere(first);
    const valued = {
      items: new Uint32Array(CONVERSIONS),
      amounts,
      converted: new Uint8Array(CONVERSIONS).fill(1),
    };
    const sample = { values: amounts.toSorted(), weights: new Uint32Array(CONVERSIONS).fill(1) };
    const { testCap, shownCap } = findCaps(valued, CONVERSIONS);
    expect([testCap, shownCap]).toEqual([quantile(sample, 95, 100), quantile(sample, 99, 100)]);
  },
);

test.each([9999, 10_001, 200_000])('of %i conversions those without an amount count as 0', (conversions) => {
  const worth = Math.min(conversions, 9998);
  const amounts = Float64Array.from({ length: worth }, (_, at) => ((at * 7919) % 9998) + 1);
  const zeros = conversions - worth;
  const sample = {
    values: Float64Array.from([0, ...amounts.toSorted()]),
    weights: Uint32Array.from([zeros, ...Array.from({ length: worth }, () => 1)]),
  };
  const valued = { items: new Uint32Array(worth), amounts, converted: new Uint8Array(worth).fill(1) };
  const { testCap, shownCap } = findCaps(valued, conversions);
  expect([testCap, shownCap]).toEqual([quantile(sample, 95, 100), quantile(sample, 99, 100)]);
});
