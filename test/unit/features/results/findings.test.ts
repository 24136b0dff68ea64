import { describe, expect, test } from 'vitest';
import { analyse, type Analysis } from '#frontend/analysis/analyse.ts';
import { findFindings, wordFinding } from '#frontend/features/results/summary.tsx';
import { type Cell, tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';

function analyseCells(fields: readonly string[], cells: readonly Cell[], thresholdPercent = 10): Analysis {
  return analyse(tallyOfCells(fields, cells), { conversionValue: 100, thresholdPercent });
}

function sentences(analysis: Analysis): string[] {
  return findFindings(analysis).map((finding) =>
    wordFinding(finding)
      .parts.map(({ text }) => text)
      .join(''),
  );
}

const kinds = (analysis: Analysis) => findFindings(analysis).map(({ kind }) => kind);

describe('what is worth saying', () => {
  test('is at most five things: the furthest above, the furthest below, then overlaps', () => {
    const worked = analyseCells(workedFields, workedCells);
    expect(findFindings(worked)).toMatchObject([
      { kind: 'segment', segment: { value: 'Referral' } },
      { kind: 'segment', segment: { value: 'Desktop' } },
      { kind: 'segment', segment: { value: 'Mobile' } },
      { kind: 'segment', segment: { value: 'Ads' } },
      { kind: 'overlap', fields: ['Source', 'Device'], combinations: 1 },
    ]);
  });

  test('leaves a segment of few leads aside where better supported ones say enough', () => {
    // Tiny: 19 of 20, adjusted lift above that of A and B; its confidence is 20 / 70.
    const analysis = analyseCells(
      ['Source'],
      [
        [['Tiny'], 20, 19],
        [['A'], 200, 60],
        [['B'], 200, 50],
        [['C'], 800, 60],
      ],
    );
    expect(analysis.segments[0]?.value).toBe('Tiny');
    expect(findFindings(analysis)).toMatchObject([
      { segment: { value: 'A' }, isSure: true },
      { segment: { value: 'B' }, isSure: true },
      { segment: { value: 'C' }, isSure: true },
    ]);
  });

  test('calls a confidence of 50% enough, and less too little', () => {
    const sure = (leads: number) =>
      findFindings(
        analyseCells(
          ['Source'],
          [
            [['A'], leads, 40],
            [['B'], 950, 160],
          ],
        ),
      )[0];
    // leads / (leads + 50).
    expect(sure(50)).toMatchObject({ kind: 'segment', segment: { value: 'A' }, isSure: true });
    expect(sure(49)).toMatchObject({ kind: 'segment', segment: { value: 'A' }, isSure: false });
  });

  test('names attributes without any significant segment, where there is room', () => {
    const flat = analyseCells(
      ['Source', 'Newsletter'],
      [
        [['A', 'Yes'], 200, 80],
        [['A', 'No'], 200, 80],
        [['B', 'Yes'], 200, 20],
        [['B', 'No'], 200, 20],
      ],
    );
    expect(sentences(flat).at(-1)).toBe('No clear difference by Newsletter in these 800 leads.');
  });

  test.each([
    [
      'Created has dates',
      (day: number) => `2025-03-${String(day + 1).padStart(2, '0')} 09:15`,
      'Created holds dates. Each date is its own segment, with no clear difference in these 600 leads.',
    ],
    [
      'Created has numbers in no way of writing',
      (number: number) => `${number + 1}'500,5`,
      'Created holds numbers that are read as text. Each number is its own segment, with no clear difference in these 600 leads.',
    ],
    [
      'Created has numbers with a decimal comma',
      (number: number) => `${number},5`,
      'No clear difference by Created in these 600 leads.',
    ],
    [
      'Created has plain numbers',
      (number: number) => `${number}.5`,
      'No clear difference by Created in these 600 leads.',
    ],
    [
      'Created has names',
      (number: number) => `team ${number}`,
      'No clear difference by Created in these 600 leads.',
    ],
  ])('says why an attribute shows nothing: %s', (_, valueOf, sentence) => {
    const cells = Array.from({ length: 30 }, (_, i): Cell[] => [
      [['A', valueOf(i)], 10, 8],
      [['B', valueOf(i)], 10, 2],
    ]).flat();
    expect(sentences(analyseCells(['Source', 'Created'], cells)).at(-1)).toBe(sentence);
  });

  test('says that a mostly unique attribute has nothing to compare, also where it is the only one', () => {
    const leads = Array.from({ length: 100 }, (_, i): Cell => [[`lead-${i}@example.com`], 1, i % 2]);
    expect(sentences(analyseCells(['E-mail'], leads)).at(-1)).toBe(
      'Almost every lead has a different E-mail, so there is nothing to compare.',
    );
  });

  test('is one thing where nothing stands out, none converted or all did', () => {
    expect(
      sentences(
        analyseCells(
          ['Source'],
          [
            [['A'], 50, 10],
            [['B'], 50, 11],
          ],
          12,
        ),
      ),
    ).toEqual(['No segment is clearly more than 12% above or below average.']);
    expect(kinds(analyseCells(['Source'], [[['A'], 50, 0]]))).toEqual(['none-converted']);
    expect(kinds(analyseCells(['Source'], []))).toEqual(['none-converted']);
    expect(kinds(analyseCells(['Source'], [[['A'], 50, 50]]))).toEqual(['all-converted']);
  });

  test('follows the threshold', () => {
    // Adjusted lifts 5/3, 16/11, 13/15 and 6/11: at 50% only the first is outside.
    expect(findFindings(analyseCells(workedFields, workedCells, 50))).toMatchObject([
      { kind: 'segment', segment: { value: 'Referral' } },
      { kind: 'flat-field', field: 'Device' },
    ]);
  });
});

describe('how it is said', () => {
  const first = (cells: readonly Cell[], thresholdPercent = 10) =>
    sentences(analyseCells(['Source'], cells, thresholdPercent))[0];

  test('as a claim with its counts and the adjusted lift', () => {
    // 60 of 100 against 150 of 1,000: lift 4, adjusted 2/3 x 4 + 1/3.
    expect(
      first([
        [['Referral'], 100, 60],
        [['Ads'], 900, 90],
      ]),
    ).toBe('Referral leads convert at 60.0% (60 of 100), against 15.0% overall: 3.00x.');
  });

  test('as a guess where few leads stand behind it', () => {
    expect(
      first([
        [['Referral'], 20, 12],
        [['Ads'], 980, 138],
      ]),
    ).toBe(
      'Referral leads may convert more often than average: 60.0% (12 of 20), against 15.0% overall: 1.86x. Too few leads to be sure.',
    );
    expect(
      first([
        [['Referral'], 40, 1],
        [['Ads'], 960, 299],
      ]),
    ).toBe(
      'Referral leads may convert less often than average: 2.5% (1 of 40), against 30.0% overall: 0.59x. Too few leads to be sure.',
    );
  });

  test('without a value where that is blank', () => {
    expect(
      first([
        [['(Blank)'], 100, 60],
        [['Ads'], 900, 90],
      ]),
    ).toBe('Leads without Source convert at 60.0% (60 of 100), against 15.0% overall: 3.00x.');
  });

  test('by what the attribute is, where it is no place or the name is not its own', () => {
    const said = (fields: string[], values: string[]) =>
      sentences(
        analyseCells(fields, [
          [values, 100, 60],
          [fields.map((_, field) => `other ${field}`), 900, 90],
        ]),
      );
    const rest = ' convert at 60.0% (60 of 100), against 15.0% overall: 3.00x.';
    expect(said(['Lead Origin'], ['API'])[0]).toBe(`API leads${rest}`);
    expect(said(['Device'], ['Mobile'])[0]).toBe(`Leads where Device is Mobile${rest}`);
    expect(said(['Resources'], ['Many'])[0]).toBe(`Leads where Resources is Many${rest}`);
    expect(said(['Age'], ['(Out of range)'])[0]).toBe(`Leads with Age out of range${rest}`);
    expect(said(['Source', 'Medium'], ['Mail', 'Mail']).slice(0, 2)).toEqual([
      `Leads where Source is Mail${rest}`,
      `Leads where Medium is Mail${rest}`,
    ]);
  });

  test('of leads that never convert', () => {
    expect(
      first([
        [['Referral'], 100, 0],
        [['Ads'], 9900, 990],
      ]),
    ).toBe('Referral leads convert at 0.0% (0 of 100), against 9.9% overall: 0.33x.');
  });

  test('of one overlap and of several, naming the attributes as a list', () => {
    const overlap = (fields: string[], combinations: number) =>
      wordFinding({ kind: 'overlap', fields, combinations, basis: 'conversions' })
        .parts.map(({ text }) => text)
        .join('');
    expect(overlap(['Source', 'Device'], 1)).toBe(
      'Source and Device overlap: 1 combination converts differently than the two multipliers suggest.',
    );
    expect(overlap(['Source', 'Device', 'Country'], 1200)).toBe(
      'Source, Device, and Country overlap: 1,200 combinations convert differently than the two multipliers suggest.',
    );
  });
});
