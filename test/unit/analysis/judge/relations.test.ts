import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import {
  bestCombinations,
  calculateLeadValue,
  countPossibleCombinations,
} from '#frontend/analysis/judge/lead-values.ts';
import { leadsToTell } from '#frontend/analysis/judge/leads-to-tell.ts';
import type { Segment } from '#frontend/analysis/measure/segments.ts';
import { segmentsOfTally, tallyOfLeads, type Lead } from '#test/support/analysis-builders.ts';
import { anySettings, datasets } from '#test/support/analysis-arbitraries.ts';

const settings = { conversionValue: 100, thresholdPercent: 5 };

function analyseLeads(fields: readonly string[], leads: readonly Lead[]): Analysis {
  return analyse(tallyOfLeads(fields, leads), settings);
}

function rename(leads: readonly Lead[], toName: (value: string) => string): Lead[] {
  return leads.map(({ values, converted }) => ({ values: values.map(toName), converted }));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Segments without their names, by name. */
function figuresByName(segments: readonly Segment[]): Map<string, unknown> {
  return new Map(
    segments.map(({ field, value, ...figures }) => [`${field} ${value}`, { ...figures, value: '' }]),
  );
}

/** Every number in a value, however deep. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

describe('for any dataset', () => {
  test('the leads and the conversions of a field sum to the totals', () => {
    fc.assert(
      fc.property(datasets, ({ fields, leads }) => {
        const { segments, totalLeads, totalConversions } = analyseLeads(fields, leads);
        expect(totalLeads).toBe(leads.length);
        expect(totalConversions).toBe(leads.filter(({ converted }) => converted).length);
        for (const field of fields.keys()) {
          const own = segments.filter((segment) => segment.field === field);
          expect(sum(own.map((segment) => segment.leads))).toBe(totalLeads);
          expect(sum(own.map((segment) => segment.conversions))).toBe(totalConversions);
        }
      }),
    );
  });

  test('renaming all values changes nothing but names', () => {
    const backwards = new Map(
      ['(Blank)', 'a', 'b', 'A', '10', '9', '__proto__', 'constructor', 'ä'].map((name, index) => [
        name,
        `v${9 - index}`,
      ]),
    );
    const toName = (value: string) => backwards.get(value) ?? value;
    fc.assert(
      fc.property(datasets, ({ fields, leads }) => {
        const before = analyseLeads(fields, leads);
        const after = analyseLeads(fields, rename(leads, toName));
        const renamed = before.segments.map((segment) => ({
          ...segment,
          value: toName(segment.value),
          partners: new Set(segment.partners.map(({ field, value }) => `${field} ${toName(value)}`)),
        }));
        const found = after.segments.map((segment) => ({
          ...segment,
          partners: new Set(segment.partners.map(({ field, value }) => `${field} ${value}`)),
        }));
        expect(figuresByName(found)).toEqual(figuresByName(renamed));
        expect(new Set(after.interactionTests.map((test_) => JSON.stringify(test_)))).toEqual(
          new Set(
            before.interactionTests.map((test_) =>
              JSON.stringify({
                ...test_,
                attributes: test_.attributes.map(({ field, value }) => ({ field, value: toName(value) })),
              }),
            ),
          ),
        );
      }),
    );
  });

  test('the order of the rows changes nothing', () => {
    const shuffled = datasets.chain(({ fields, leads }) =>
      fc.record({
        fields: fc.constant(fields),
        leads: fc.constant(leads),
        others: fc.shuffledSubarray(leads, { minLength: leads.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ fields, leads, others }) => {
        const [analysis, other] = [analyseLeads(fields, leads), analyseLeads(fields, others)];
        // The list of combinations begins with the first that occurs, so their sums are rounded otherwise.
        expect({ ...other, estimates: null }).toEqual({ ...analysis, estimates: null });
        const best = (of: Analysis) =>
          bestCombinations(of, 100).map(({ estimate, ...figures }) => [figures, estimate?.counts]);
        expect(best(other)).toEqual(best(analysis));
      }),
    );
  });

  test('merging two values adds their counts and leaves other values alone, but for q, which is over all', () => {
    fc.assert(
      fc.property(datasets, ({ fields, leads }) => {
        const before = segmentsOfTally(tallyOfLeads(fields, leads));
        const merged = rename(leads, (value) => (value === 'a' ? 'b' : value));
        const after = segmentsOfTally(tallyOfLeads(fields, merged));
        for (const segment of after) {
          const parts = before.filter(({ field, value }) => {
            return (
              field === segment.field && (value === segment.value || (value === 'a' && segment.value === 'b'))
            );
          });
          expect(segment.leads).toBe(sum(parts.map((part) => part.leads)));
          expect(segment.conversions).toBe(sum(parts.map((part) => part.conversions)));
        }
        const listOthers = (segments: readonly Segment[]) =>
          segments
            .filter(({ value }) => value !== 'a' && value !== 'b')
            .map((segment) => ({ ...segment, q: 0 }));
        expect(listOthers(after)).toEqual(listOthers(before));
      }),
    );
  });

  test('a higher threshold adds no rule, no significant segment and no test', () => {
    fc.assert(
      fc.property(datasets, fc.integer({ min: 1, max: 99 }), ({ fields, leads }, thresholdPercent) => {
        const tally = tallyOfLeads(fields, leads);
        const lower = analyse(tally, { conversionValue: 100, thresholdPercent });
        const higher = analyse(tally, { conversionValue: 100, thresholdPercent: thresholdPercent + 1 });
        const outside = (analysis: Analysis) =>
          analysis.valueRules.map(({ segment }) => `${segment.field} ${segment.value}`);
        expect(outside(lower)).toEqual(expect.arrayContaining(outside(higher)));
        expect(higher.interactionTests.length).toBeLessThanOrEqual(lower.interactionTests.length);
        expect(higher.significantInteractions).toBeLessThanOrEqual(lower.significantInteractions);
      }),
    );
  });

  test('the leads that would tell are more than there are, with one digit other than 0, or none', () => {
    fc.assert(
      fc.property(datasets, anySettings, ({ fields, leads }, anything) => {
        const analysis = analyse(tallyOfLeads(fields, leads), anything);
        for (const segment of analysis.segments) {
          const needed = leadsToTell(segment, analysis);
          if (segment.label !== 'Unclear') expect(needed).toBeNull();
          if (needed === null) continue;
          expect(needed).toBeGreaterThan(segment.leads);
          expect(`${needed}`).toMatch(/^([1-9]0{0,4}|100000)$/);
        }
        expect.hasAssertions();
      }),
    );
  });

  test('every figure is finite, at any settings', () => {
    fc.assert(
      fc.property(datasets, anySettings, ({ fields, leads }, anything) => {
        const analysis = analyse(tallyOfLeads(fields, leads), anything);
        const best = bestCombinations(analysis, 20);
        const calculated = best.map(({ values }) => calculateLeadValue(analysis, values));
        const { estimates, ...figures } = analysis;
        // The strength may be infinite.
        const balanced = estimates?.tally.balanced;
        const numbers = numbersIn([figures, balanced, best, calculated, countPossibleCombinations(analysis)]);
        expect(numbers.filter((number) => !Number.isFinite(number))).toEqual([]);
      }),
    );
  });

  test('p-values, q and rates lie between 0 and 1, lifts at or above 0', () => {
    fc.assert(
      fc.property(datasets, ({ fields, leads }) => {
        const { segments, interactionTests } = analyseLeads(fields, leads);
        for (const { pValue, q, conversionRate } of [...segments, ...interactionTests]) {
          expect(Math.min(pValue, q, conversionRate)).toBeGreaterThanOrEqual(0);
          expect(Math.max(pValue, q, conversionRate)).toBeLessThanOrEqual(1);
        }
        for (const { lift, adjustedLift, confidence, interval, cautiousMultiplier } of segments) {
          expect(interval.low).toBeLessThanOrEqual(lift + 1e-12);
          expect(interval.high).toBeGreaterThanOrEqual(lift - 1e-12);
          expect(Math.abs(cautiousMultiplier - 1)).toBeLessThanOrEqual(Math.abs(adjustedLift - 1));
          expect(lift).toBeGreaterThanOrEqual(0);
          expect(adjustedLift).toBeGreaterThan(0);
          expect(confidence).toBeLessThan(1);
        }
      }),
    );
  });
});
