import { describe, expect, it } from 'vitest';
import { analyse, type Analysis } from '#frontend/analysis/judge/analyse.ts';
import { groupForChart, SEGMENT_CHART } from '#frontend/features/segments/segment-chart.tsx';
import { layOutRatios, placeColumns } from '#frontend/ui/chart-table.tsx';
import { type Cell, tallyOfCells } from '#test/support/analysis-builders.ts';
import { workedCells, workedFields } from '#test/support/analysis-worked-example.ts';

const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };
const analyseCells = (fields: readonly string[], cells: readonly Cell[]) =>
  analyse(tallyOfCells(fields, cells), SETTINGS);
const worked = analyseCells(workedFields, workedCells);
const namesIn = (groups: ReturnType<typeof groupForChart>) =>
  groups.map(({ fieldName, segments }) => [fieldName, ...segments.map(({ value }) => value)]);

describe('the segments of the chart', () => {
  it('have room for the heading of their ranges, which is 119 pixels wide in the font of the page', () => {
    const { columns } = SEGMENT_CHART.make(worked, 24).table;
    expect(columns.find(({ title }) => title === 'Range after shrinking')?.wide).toBeGreaterThan(119 + 12);
  });

  it('stand by attribute, the highest lift first', () => {
    expect(namesIn(groupForChart(worked, 24))).toEqual([
      ['Source', 'Referral', 'Email', 'Ads'],
      ['Device', 'Desktop', 'Mobile'],
    ]);
  });

  it('are the most telling where there are too many: significant ones, then by distance from 1', () => {
    // Email alone is not significant.
    expect(namesIn(groupForChart(worked, 4))).toEqual([
      ['Source', 'Referral', 'Ads'],
      ['Device', 'Desktop', 'Mobile'],
    ]);
    // |ln| of the adjusted lifts: Mobile 6/11 0.61, Referral 5/3 0.51.
    expect(namesIn(groupForChart(worked, 2))).toEqual([
      ['Source', 'Referral'],
      ['Device', 'Mobile'],
    ]);
  });

  it('have their interval', () => {
    const referral = groupForChart(worked, 24)[0]?.segments[0];
    // 40 of 100 in 200 of 1,000: see the test of the interval.
    expect(referral?.interval.low).toBeCloseTo(1.5944, 4);
    expect(referral?.interval.high).toBeCloseTo(2.4801, 4);
  });
});

describe('the layout of the chart', () => {
  const tableOf = (analysis: Analysis) => SEGMENT_CHART.make(analysis, 24).table;

  it('gives each group a heading and each segment a row', () => {
    const { groups, height, axis } = layOutRatios(tableOf(worked));
    const top = 32;
    expect(groups.map((group) => group.top - top)).toEqual([0, 32 + 3 * 28]);
    expect(groups[1]?.rows.map((row) => row.top - top)).toEqual([148, 176]);
    expect(height).toBe(top + 2 * 32 + 5 * 28 + 4);
    // Ads has the most leads, 700, and Referral 100 of them.
    const [referral, , ads] = groups[0]?.rows.map(({ dots }) => dots[0]?.radius) ?? [];
    expect(ads).toBe(8.5);
    expect(referral).toBeCloseTo(3 + 5.5 * Math.sqrt(1 / 7), 12);
    // Mobile's interval begins at 0.40: beyond 1/2.
    expect(axis.max).toBe(3);
  });

  it('stays on the axis with a large segment that never converts', () => {
    const cells: Cell[] = [
      [['None'], 5000, 0],
      [['Some'], 5000, 1000],
    ];
    const { axis } = layOutRatios(tableOf(analyseCells(['Source'], cells)));
    // Adjusted lift 50 / 5050.
    expect(axis.max).toBe(10);
  });

  it('keeps the plot between names and figures at every width', () => {
    for (const width of [280, 358, 639, 640, 1152]) {
      const { nameWidth, plot, cells } = placeColumns(tableOf(worked), width);
      expect(plot.width).toBeGreaterThan(80);
      expect(plot.left).toBeGreaterThan(nameWidth);
      expect(plot.left + plot.width).toBeLessThan((cells[0]?.end ?? 0) - 46);
    }
  });
});
