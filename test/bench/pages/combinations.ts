import { analyse, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import { FIRST_LISTED_COMBINATIONS } from '#frontend/analysis/constants.ts';
import { bestCombinations, type LeadValue } from '#frontend/analysis/judge/lead-values.ts';
import { flagConverted, tallyLeads } from '#frontend/analysis/counts/tally.ts';
import { createRandom, drawEvenly, drawSkewed } from '../files/random.ts';

const LEADS = 100_000;
const SEED = 100;
/** Larger than any rounding of a product of three lifts. */
const TOLERANCE = 1e-9;

export interface CombinationTimes {
  /** The work that the page does before it shows the first screen. */
  listMs: number;
  /** One object per combination, sorted. */
  sortMs: number;
}

/** All combinations of three attributes with this number of values each: as the page lists the first, and the plain way. */
export function listCombinations(valuesPerAttribute: number): CombinationTimes {
  const analysis = analyseRandomLeads(valuesPerAttribute);
  const start = performance.now();
  const listed = bestCombinations(analysis, FIRST_LISTED_COMBINATIONS);
  const listedAt = performance.now();
  const sorted = sortAll(analysis);
  const sortedAt = performance.now();
  listed.forEach(({ leadValue }, rank) => {
    if (Math.abs(leadValue - (sorted[rank]?.leadValue ?? NaN)) > TOLERANCE)
      throw new Error(`Rank ${rank} differs`);
  });
  return { listMs: listedAt - start, sortMs: sortedAt - listedAt };
}

function analyseRandomLeads(values: number): Analysis {
  const random = createRandom(SEED);
  const column = () => ({
    codes: Uint32Array.from({ length: LEADS }, () => drawSkewed(random, values)),
    categories: Array.from({ length: values }, (_, value) => `Value ${value}`),
  });
  const status = {
    codes: Uint32Array.from({ length: LEADS }, () => Number(drawEvenly(random, 4) === 0)),
    categories: ['Lost', 'Won'],
  };
  const attributes = ['First', 'Second', 'Third'].map((name) => ({ name, column: column() }));
  return analyse(tallyLeads(attributes, flagConverted(status, new Set(['Won']))), {
    conversionValue: 100,
    thresholdPercent: 10,
  });
}

type SortedValue = Pick<LeadValue, 'values' | 'leadValue'>;

function sortAll(analysis: Analysis): SortedValue[] {
  const [first = [], second = [], third = []] = analysis.fields.map((_, field) =>
    analysis.segments.filter((segment) => segment.field === field),
  );
  const all: SortedValue[] = [];
  for (const a of first) {
    for (const b of second) {
      for (const c of third) {
        const lift = a.liftAfterCut * b.liftAfterCut * c.liftAfterCut;
        all.push({ values: [a.value, b.value, c.value], leadValue: analysis.baselineLeadValue * lift });
      }
    }
  }
  return all.sort((a, b) => b.leadValue - a.leadValue);
}
