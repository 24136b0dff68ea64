import { render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { PAGE_DOCUMENTS } from '#contract/page-documents.ts';
import { PAGE_ENTRIES } from '#contract/pages.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { leadsToTell } from '#frontend/analysis/judge/leads-to-tell.ts';
import { splitBaselineChange } from '#frontend/analysis/compare/compare.ts';
import { findYoungLeads, rateByAge } from '#frontend/analysis/measure/lead-age.ts';
import { measureValuePair } from '#frontend/analysis/measure/interactions.ts';
import {
  adjustLift,
  measureLift,
  measureLiftInterval,
  measureLogLift,
  tableAgainstRest,
} from '#frontend/analysis/measure/lift.ts';
import { chiSquareOfMeans, measureValueInterval } from '#frontend/analysis/measure/value-figures.ts';
import { varianceOf } from '#frontend/analysis/counts/valued-leads.ts';
import { chiSquare2x2, chiSquareTail } from '#frontend/analysis/stats/chi-square.ts';
import { fisherExact } from '#frontend/analysis/stats/fisher.ts';
import { leadValueOf } from '#frontend/analysis/judge/judge-segments.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { indexOfRange } from '#frontend/analysis/counts/binning.ts';
import { presetRanges } from '#frontend/analysis/counts/range-presets.ts';
import { summariseNumeric } from '#frontend/analysis/columns/columns.ts';
import * as constants from '#frontend/analysis/constants.ts';
import * as limits from '#contract/limits.ts';
import { calculateLeadValue } from '#frontend/analysis/judge/lead-values.ts';
import { NUMBER_FORMATS, readNumber } from '#frontend/analysis/columns/number-format.ts';
import { katzInterval } from '#frontend/analysis/stats/intervals.ts';
import { DocsPage } from '#frontend/pages/docs.tsx';
import { tallyOfCells, type Cell } from '#test/support/analysis-builders.ts';
import { installBrowserApis } from '../ui/dom.ts';

installBrowserApis();

/** The example that runs through the page: its margins are those that the text names. */
const CELLS: readonly Cell[] = [
  [['Referral', 'US', 'Mobile'], 10, 5],
  [['Referral', 'US', 'Desktop'], 70, 47],
  [['Referral', 'Elsewhere', 'Mobile'], 15, 3],
  [['Referral', 'Elsewhere', 'Desktop'], 126, 41],
  [['Other', 'US', 'Mobile'], 50, 7],
  [['Other', 'US', 'Desktop'], 510, 109],
  [['Other', 'Elsewhere', 'Mobile'], 515, 73],
  [['Other', 'Elsewhere', 'Desktop'], 704, 127],
];
const EXAMPLE = analyse(tallyOfCells(['Source', 'Country', 'Device'], CELLS), DEFAULT_SETTINGS);

const segment = (value: string) => {
  const found = EXAMPLE.segments.find((one) => one.value === value);
  if (!found) throw new Error(`no segment ${value}`);
  return found;
};
const percent = (fraction: number) => `${(100 * fraction).toFixed(1)}%`;

const textOf = (element: Element) => element.textContent?.replace(/\s+/g, ' ') ?? '';
const section = (name: string) => textOf(screen.getByRole('region', { name }));

beforeEach(() => {
  render(
    <MemoryRouter>
      <DocsPage />
    </MemoryRouter>,
  );
});

describe('the example of the amounts', () => {
  it('has the figures of the program', () => {
    const title = 'Example: 200 leads, 50 of them converted, worth 900 together';
    const [, ...rows] = [...screen.getByRole('table', { name: title }).querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent ?? ''),
    );
    const total = { leads: 200, conversions: 50, sum: 900, sumOfSquares: 21_000 };
    const variance = varianceOf(total.leads, total.sum, total.sumOfSquares);
    const parts = [
      { name: 'LinkedIn', conversions: 20, amount: 30 },
      { name: 'Others', conversions: 30, amount: 10 },
    ];
    const worth = (sum: number) => ({ leads: 100, conversions: sum });
    expect(rows).toEqual(
      parts.map(({ name, conversions, amount }) => {
        const sum = conversions * amount;
        const part = { leads: 100, conversions, sum, sumOfSquares: sum * amount };
        const all = { leads: 200, conversions: 900 };
        const { low, high } = measureValueInterval(part, total)!; // enough conversions on both sides
        return [
          name,
          '100',
          `${conversions} at ${amount} each`,
          String(sum),
          measureLift(part, total).toFixed(2),
          measureLift(worth(sum), all).toFixed(2),
          adjustLift(worth(sum), all).toFixed(2),
          chiSquareTail(chiSquareOfMeans(100, sum, { ...total, variance })).toFixed(3),
          `${low.toFixed(2)} to ${high.toFixed(2)}`,
        ];
      }),
    );
  });
});

describe('the text on pairs by value', () => {
  it('has the test of the program', () => {
    const pair = [1.5, 1.2].map((adjustedLift, position) => ({
      position,
      fieldName: `field ${position}`,
      value: 'a',
      adjustedLift,
    }));
    const counts = { leads: 60, conversions: 20, sum: 390, sumOfSquares: 9000 };
    const total = { leads: 1000, conversions: 250, sum: 2500, sumOfSquares: 25_000, variance: 18.75 };
    const unused = { testCap: 0, shownCap: 0, testSum: 0, testVariance: 0, shownSum: 0 };
    const { chiSquare } = measureValuePair([pair[0]!, pair[1]!], counts, { ...total, ...unused });
    expect(section('Amounts: What a Conversion Is Worth')).toContain(
      `60 leads worth 6.5 each where 2.5 × 1.5 × 1.2 = 4.5 is expected, v = 18.75: z = ${Math.sqrt(chiSquare).toFixed(2)}.`,
    );
  });
});

describe('the example of the balanced multipliers', () => {
  it('has the figures of the program', () => {
    const { balanced } = EXAMPLE.estimates!.tally; // made of a tally
    const { scale, baselineRate } = balanced;
    const multiplierOf = (field: number, value: string) => EXAMPLE.estimates!.multiplierOf(field, value);
    const ownOf = (source: string) => CELLS.filter(([[value]]) => value === source);
    const predictedOf = (source: string) =>
      ownOf(source).reduce(
        (sum, [[, country = '', device = ''], leads]) =>
          sum + leads * baselineRate * scale * multiplierOf(1, country) * multiplierOf(2, device),
        0,
      );
    const observedOf = (source: string) =>
      ownOf(source).reduce((sum, [, , conversions]) => sum + conversions, 0);
    const added = constants.CONFIDENCE_PRIOR_LEADS * baselineRate;
    const unscaled = (source: string) => (observedOf(source) + added) / (predictedOf(source) + added);
    const mean = (221 * unscaled('Referral') + 1779 * unscaled('Other')) / 2000;
    expect(unscaled('Referral') / mean).toBeCloseTo(multiplierOf(0, 'Referral'), 7);
    expect(section('Balanced Multipliers and Unseen Leads')).toContain(
      `Referral of the first example: (96 + 10.3) / (${predictedOf('Referral').toFixed(1)} + 10.3) = ${unscaled('Referral').toFixed(2)}, divided by a mean of ${mean.toFixed(2)}: ${multiplierOf(0, 'Referral').toFixed(2)}.`,
    );
  });
});

describe('the example of the labels', () => {
  it('has the figures of the program', () => {
    const title = 'Example: 1,000 leads, 200 of them converted, threshold 10%';
    const [, ...rows] = [...screen.getByRole('table', { name: title }).querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent ?? ''),
    );
    const counts = rows.map(([name = '']) => {
      const [value = '', converted = ''] = name.split(': ');
      const [conversions, leads] = converted.split(' of ').map(Number);
      return { value, leads: leads ?? 0, conversions: conversions ?? 0 };
    });
    const cells = counts.map(({ value, leads, conversions }): Cell => [[value], leads, conversions]);
    const { segments, totalLeads, totalConversions } = analyse(
      tallyOfCells(['Segment'], cells),
      DEFAULT_SETTINGS,
    );
    const total = { leads: totalLeads, conversions: totalConversions };
    expect(total).toEqual({ leads: 1000, conversions: 200 });
    const figure = (p: number) => Number(p.toPrecision(2));
    expect(rows.map((row) => [row[0]?.charAt(0), ...row.slice(1, 5).map(Number), row[5]])).toEqual(
      segments.map((one) => [
        one.value,
        Number(one.adjustedLift.toFixed(2)),
        figure(one.pValue),
        figure(fisherExact(tableAgainstRest(one, total))),
        figure(one.q),
        one.label,
      ]),
    );
  });

  it('names an Unclear segment that 200 leads would tell', () => {
    expect(section('Use, Test, Unclear, No Difference')).toContain(
      '12 of 40 leads in a file with 200 of 1,000',
    );
    const cells: Cell[] = [
      [['a'], 40, 12],
      [['b'], 480, 94],
      [['c'], 480, 94],
    ];
    const example = analyse(tallyOfCells(['Segment'], cells), DEFAULT_SETTINGS);
    const [a] = example.segments;
    expect(a && leadsToTell(a, example)).toBe(200);
  });
});

describe('the examples of a comparison', () => {
  it('have the lifts and the test of the program', () => {
    const text = section('Comparing Two Files');
    const counts = [
      [
        { leads: 221, conversions: 96 },
        { leads: 2000, conversions: 412 },
      ],
      [
        { leads: 230, conversions: 60 },
        { leads: 2100, conversions: 420 },
      ],
    ] as const;
    const [before, after] = counts.map(([part, total]) => measureLogLift(part, total)!); // some of the leads
    if (!before || !after) throw new Error('two lifts');
    for (const { log, standardError } of [before, after])
      expect(text).toContain(`ln L = ${log.toFixed(3)}, se ${standardError.toFixed(3)}`);
    const change = after.log - before.log;
    const error = Math.hypot(before.standardError, after.standardError);
    const minus = (figure: number, digits: number) => figure.toFixed(digits).replace('-', '−');
    expect(text).toContain(
      `= ${minus(change, 3)} / ${error.toFixed(3)} = ${minus(change / error, 2)}, p < 0.001`,
    );
    expect(chiSquareTail((change / error) ** 2)).toBeLessThan(0.001);
    const [lift1, lift2] = counts.map(([part, total]) => measureLift(part, total).toFixed(2));
    expect(text).toContain(`Referral, ${lift1} before and ${lift2} after`);
  });

  it('have the split of the program', () => {
    const table = screen.getByRole('table', { name: 'Example of mix and rate' });
    const [, ...rows] = [...table.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent ?? ''),
    );
    const read = (text = '') => {
      const [conversions = 0, leads = 0] = (text.match(/\d+/g) ?? []).map(Number);
      return { leads, conversions };
    };
    const groups = rows
      .slice(0, 2)
      .map(([, before, after]) => ({ before: read(before), after: read(after) }));
    const split = splitBaselineChange(groups);
    const points = (fraction: number) => `${fraction > 1e-9 ? '+' : ''}${(100 * fraction).toFixed(2)}`;
    expect(rows.map((row) => row.slice(3))).toEqual(
      [...split.values, split].map(({ mix, rate }) => [points(mix), points(rate)]),
    );
  });
});

describe('the example of young leads', () => {
  it('has the figures of the program', () => {
    const table = screen.getByRole('table', { name: 'Example of conversion by age' });
    const [, ...rows] = [...table.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent ?? ''),
    );
    const [leads, conversions]: [number[], number[]] = [[], []];
    for (const [name = '', ofWeek, converted] of rows) {
      const [first, last = first] = (name.match(/\d+/g) ?? []).map(Number);
      for (let week = first!; week <= last!; week++) {
        leads[7 * week] = Number(ofWeek);
        conversions[7 * week] = Number(converted);
      }
    }
    const weeks = rateByAge({ leads: Uint32Array.from(leads), conversions: Uint32Array.from(conversions) });
    expect(weeks).toHaveLength(12);
    expect(rows.map((row) => row.slice(3))).toEqual(
      weeks.slice(0, 5).map((week) => [percent(week.conversions / week.leads), percent(week.fit)]),
    );
    const found = findYoungLeads(weeks);
    if (found.kind !== 'cut') throw new Error(found.kind);
    const { days, younger, older } = found;
    const text = section('Dates and Leads That Count');
    expect(text).toContain(`So ${days} days.`);
    expect(text).toContain(
      `${younger.conversions} of ${younger.leads} against ${older.conversions} of ${older.leads.toLocaleString('en')}:`,
    );
    const total = { leads: 2400, conversions: younger.conversions + older.conversions };
    expect(text).toContain(`chi-square = ${chiSquare2x2(tableAgainstRest(younger, total)).toFixed(1)}`);
  });
});

const MIGRATIONS = Object.values(
  import.meta.glob<string>('../../../migrations/*.sql', { query: '?raw', import: 'default', eager: true }),
).join('\n');

describe('the worked example of the documentation', () => {
  it('names the margins of the data that it was computed from', () => {
    const text = section('Calculation Logic');
    expect(text).toContain(`a file of 2,000 leads, 412 of them converted`);
    expect([EXAMPLE.totalLeads, EXAMPLE.totalConversions]).toEqual([2000, 412]);
    for (const value of ['Referral', 'US', 'Mobile']) {
      const { fieldName, leads, conversions } = segment(value);
      expect(text).toContain(`${fieldName} = ${value} (${conversions} of ${leads}`);
    }
  });

  it('has the program’s rates and lifts', () => {
    const text = section('Calculation Logic');
    const { conversionRate, lift, confidence } = segment('Referral');
    expect(text).toContain(`Baseline: 412 / 2,000 = ${percent(EXAMPLE.baselineRate)}`);
    expect(text).toContain(`96 / 221 = ${percent(conversionRate)}`);
    expect(text).toContain(`= ${lift.toFixed(2)}, or +${(100 * (lift - 1)).toFixed(0)}%`);
    expect(text).toContain(`221 / (221 + 50) = ${(100 * confidence).toFixed(0)}%`);
    const adjusted = (value: string) => segment(value).adjustedLift.toFixed(2);
    expect(text).toContain(
      `= ${adjusted('Referral')}. US: ${adjusted('US')}. Mobile: ${adjusted('Mobile')}.`,
    );
    expect(text).toContain(`chi-square = ${segment('Referral').chiSquare.toFixed(1)}, p < 0.001`);
    expect(segment('Referral').pValue).toBeLessThan(0.001);
  });

  it('has the program’s intervals', () => {
    const ratio = katzInterval({ a: 96, b: 125, c: 316, d: 1463 });
    const { interval, lift } = segment('Referral');
    const figures = [ratio.low, ratio.high, 221 / 2000, interval.low, interval.high, lift];
    const [r, rHigh, f, low, high, counted] = figures.map((figure) => figure.toFixed(2));
    expect(section('Calculation Logic')).toContain(
      `43.4% against ${percent(316 / 1779)} of the others, r ${r} to ${rHigh}, f ${f}, so ${low} to ${high} around ${counted}.`,
    );
  });

  it('has the program’s ranges', () => {
    const values = ['2', '4', '6', '8', '10', '12', '14', '16', '18', '30'];
    const summary = summariseNumeric(
      values,
      Uint32Array.from(values, () => 1),
    );
    if (!summary) throw new Error('the example is not numeric');
    const { ranges } = presetRanges('quartiles', summary);
    const text = section('Calculation Logic');
    const cuts = ranges.slice(0, 3).map(({ max }) => max);
    expect(text).toContain(`quartiles cut at ${cuts[0]}, ${cuts[1]} and ${cuts[2]}`);
    for (const { min, max } of ranges)
      expect(text).toContain(max === null ? `${min} or more` : `${min} to ${max}`);
  });

  it('says which range a value belongs to', () => {
    const text = section('Calculation Logic');
    const at = (value: number, bounds: string) =>
      indexOfRange(
        value,
        bounds.split(', ').map((range) => {
          const [min = 0, max = 0] = range.split(' to ').map(Number);
          return { min, max, label: '' };
        }),
      );
    expect(text).toContain('A value in such a gap of 0.01 counts in the range above it');
    expect(at(6.505, '2 to 6.5, 6.51 to 11')).toBe(1);
    expect(text).toContain('with 1 to 10 and 20 to 30, a 15 counts as (Out of range)');
    expect(at(15, '1 to 10, 20 to 30')).toBe(-1);
    expect(text).toContain('first range that holds it');
    expect(at(25, '5 to 20, 30 to 40, 15 to 60')).toBe(2);
  });

  it('says where an interval ends without conversions', () => {
    expect(section('Calculation Logic')).toContain(
      'Without a conversion inside the segment the interval begins at 0, and without one outside it ends at 1/f.',
    );
    const total = { leads: 100, conversions: 20 };
    expect(measureLiftInterval({ leads: 25, conversions: 0 }, total).low).toBe(0);
    expect(measureLiftInterval({ leads: 25, conversions: 20 }, total).high).toBe(4);
  });

  it('draws the way to a value rule with the same figures', () => {
    const { conversionRate, lift, adjustedLift } = segment('Referral');
    const rule = EXAMPLE.valueRules.find((one) => one.segment.value === 'Referral');
    expect(
      screen.getByRole('img', {
        name: `Source = Referral: 96 of 221 converted, ${percent(conversionRate)} conversion rate, ${lift.toFixed(2)} lift, ${adjustedLift.toFixed(2)} adjusted lift, ${rule?.suggested.toFixed(2)} suggested value rule.`,
      }),
    ).toBeInTheDocument();
  });

  it('has the program’s correlation test', () => {
    const test = EXAMPLE.interactionTests.find(
      ({ attributes: [one, other] }) => one.value === 'Referral' && other.value === 'US',
    );
    if (!test) throw new Error('Referral and US were not tested');
    const text = section('Calculation Logic');
    expect([test.leads, test.conversions, test.isSignificant]).toEqual([80, 52, true]);
    expect(text).toContain(`= ${test.predictedLift.toFixed(2)}.`);
    expect(text).toContain(`= ${percent(test.conversionRate)} / 20.6% = ${test.actualLift.toFixed(2)}.`);
    expect(text).toContain(`= +${test.difference.toFixed(1)} percentage points`);
    expect(text).toContain(`chi-square = ${test.chiSquare.toFixed(2)}, p = ${test.pValue.toFixed(3)}`);
    expect(text).toContain(`round(3 × √80)) = ${test.confidencePercent}%`);
  });

  it('has the program’s value rules and lead values', () => {
    const text = section('Calculation Logic');
    const rule = (value: string) =>
      EXAMPLE.valueRules.find((one) => one.segment.value === value)?.suggested.toFixed(2);
    expect(text).toContain(`1.904 × 0.85 = ${rule('Referral')}. US: 1.254 × 0.85 = ${rule('US')}.`);
    expect(text).toContain(`$100 × 20.6% = $${EXAMPLE.baselineLeadValue.toFixed(2)}`);
    expect(text).toContain(
      `× 1.904 = $${leadValueOf(segment('Referral'), EXAMPLE.baselineLeadValue).toFixed(2)}`,
    );
    const { value } = calculateLeadValue(EXAMPLE, ['Referral', 'US', 'Mobile']);
    expect(text).toContain(`= $${value.toFixed(2)}, shown as $${value.toFixed(0)}`);
  });
});

describe('the numbers in the documentation', () => {
  it('are the constants of the program', () => {
    const text = section('Calculation Logic');
    const number = (value: number) => value.toLocaleString('en-US');
    for (const said of [
      `leads / (leads + ${constants.CONFIDENCE_PRIOR_LEADS})`,
      `fewer than ${constants.MIN_TESTED_LEADS} leads is not tested`,
      `p < ${constants.SIGNIFICANT_P_VALUE}`,
      `share at least ${constants.MIN_INTERACTION_LEADS} leads`,
      `round(${constants.INTERACTION_CONFIDENCE_FACTOR} × √leads)`,
      `× ${constants.OVERLAP_FACTOR} where`,
      `Below ${100 * constants.LOW_CONFIDENCE}% it shows`,
      `blocked above ${number(constants.MAX_EXPORTED_COMBINATIONS)}`,
      `at least ${constants.MIN_NUMERIC_PERCENT}% of its values`,
      `starts ${constants.RANGE_GAP} above the last`,
      `conversion value is $${limits.DEFAULT_CONVERSION_VALUE}, the significance threshold ${limits.DEFAULT_THRESHOLD_PERCENT}%`,
    ]) {
      expect(text).toContain(said);
    }
  });

  it('show ways of writing numbers that the program reads so', () => {
    const rows = within(screen.getByRole('table', { name: 'Ways of writing numbers' })).getAllByRole('row');
    const read = rows.slice(1).map((row, index) => {
      const [, cells = '', first] = [...row.children].map(({ textContent }) => textContent);
      const numbers = cells.split(' · ').map((cell) => readNumber(cell, NUMBER_FORMATS[index] ?? 'plain'));
      expect(numbers).not.toContain(null);
      expect(numbers[0]).toBe(Number(first));
      return numbers;
    });
    expect(read).toEqual([
      [1234.5, -0.25, 1e5],
      [1234.5, 350_000, 12, -1200.5, -1200.5],
      [1234.5, 65_200, 1234.5, 133, 500],
      [1234.5, 1200, 950],
      [1234.5, 980],
      [1_234_567.5, 100_000],
    ]);
  });

  it('describe the tables that the migrations create', () => {
    const region = screen.getByRole('region', { name: 'Database Schema' });
    const rows = within(region).getAllByRole('row').slice(1);
    const documented = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    const created = new Map<string, string[]>();
    for (const [, name = '', body = ''] of MIGRATIONS.matchAll(/CREATE TABLE (\w+) \((.*?)\n\);/gs)) {
      created.set(
        name,
        [...body.matchAll(/^ {2}([a-z_]+) /gm)].map(([, column = '']) => column),
      );
    }
    for (const [, name = '', column = ''] of MIGRATIONS.matchAll(/ALTER TABLE (\w+) ADD COLUMN (\w+)/g)) {
      created.get(name)?.push(column);
    }
    const inOrder = [...created].toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(documented).toEqual(inOrder.map(([name, columns]) => [name, columns.join(', ')]));
  });

  it('name every route of the application with its screen', () => {
    const rows = within(screen.getByRole('region', { name: 'Routes' })).getAllByRole('row');
    const documented = rows.slice(1).map((row) => textOf(row));
    for (const [name, { path }] of PAGE_ENTRIES) {
      if (name === 'not-found') continue;
      const { screen: shown, access } = PAGE_DOCUMENTS[name];
      expect(documented).toContain(`${path.replace(':id', '{id}')}${shown}${access}`);
    }
  });
});
