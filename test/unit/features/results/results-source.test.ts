import { describe, expect, test } from 'vitest';
import { fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import { createResultsSource, type ResultsInput } from '#frontend/features/results/results-source.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';

const tally = tallyOfCells(
  ['Source'],
  [
    [['Referral'], 400, 160],
    [['Ads'], 600, 60],
  ],
);
const INPUT: ResultsInput = {
  measurement: measure(tally),
  combinations: fitTally(tally),
  context: { fileName: 'leads.csv', statusColumn: 'Status', qualifiedValues: ['Won'], attributes: [] },
  settings: { conversionValue: 100, thresholdPercent: 10 },
};

describe('a source of results', () => {
  test('stays the same object while its input says the same', () => {
    const read = createResultsSource();
    const first = read(INPUT);
    expect(read({ ...INPUT })).toBe(first);
    expect(read({ ...INPUT, definitions: 2 })).not.toBe(first);
  });

  test('judges anew under a new threshold, and keeps all that does not follow from it', () => {
    const read = createResultsSource();
    const first = read(INPUT);
    const next = read({ ...INPUT, settings: { ...INPUT.settings, thresholdPercent: 50 } });
    expect([first.analysis.settings.thresholdPercent, next.analysis.settings.thresholdPercent]).toEqual([
      10, 50,
    ]);
    expect(next.analysis).not.toBe(first.analysis);
    expect(next.analysis.estimates).toBe(first.analysis.estimates);
    expect(next.bounds).toBe(first.bounds);
    expect(next.currencyNote).toBe(first.currencyNote);
  });

  test('keeps apart what is still counted and what cannot be known', () => {
    const read = createResultsSource();
    const counting = read({ ...INPUT, combinations: null });
    const { combinations: _, ...without } = INPUT;
    const stored = read(without);
    expect([counting.combinations, stored.combinations]).toEqual([null, undefined]);
    expect([counting.analysis.estimates, stored.analysis.estimates]).toEqual([null, null]);
  });

  test('decides anew once the choices for the platforms change', () => {
    const read = createResultsSource();
    const choices = {
      kinds: [],
      includesTests: false,
      isSpecialOffer: null,
      isRescaled: false,
      conversionAction: null,
    };
    const apply = (kinds: 'audience'[] | []) => ({
      choices: { ...choices, kinds },
      onChange: () => {},
      ask: () => new Promise<never>(() => {}),
    });
    const first = read({ ...INPUT, apply: apply([]) });
    const next = read({ ...INPUT, apply: apply(['audience']) });
    expect(next.decision).not.toBe(first.decision);
    expect(next.analysis).toBe(first.analysis);
  });
});
