import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { installBrowserApis } from '#test/component/ui/dom.ts';
import type { Cell } from '#test/support/analysis-builders.ts';
import { giveListsRoom } from '#test/support/workflow-room.tsx';
import { openTab, printReport, renderCells } from './results-room.tsx';

installBrowserApis();
giveListsRoom();

/** The colours of an element and of its parts, as the style sheet names them. */
function tonesOf(element: Element): string[] {
  const names = [element, ...element.querySelectorAll('*')].flatMap(({ classList }) => [...classList]);
  return [
    ...new Set(names.flatMap((name) => /^(?:text|fill|stroke)-(up|down|caution)$/.exec(name)?.[1] ?? [])),
  ];
}

/** The sign before a lift and its colour. */
function lookOf(element: Element): string {
  const sign = /[▲▼]/.exec(element.textContent ?? '')?.[0] ?? 'no sign';
  return [sign, ...tonesOf(element)].join(' ');
}

/** The cell of a table in the row with this value. */
function cellOf(table: HTMLElement, value: string, title: string): Element {
  const column = [...table.querySelectorAll('thead th')].findIndex(
    ({ textContent }) => textContent === title,
  );
  const row = [...table.querySelectorAll('tbody tr')].find((each) =>
    [...each.children].some(({ textContent }) =>
      textContent?.replace(/! The open row .*/, '').endsWith(value),
    ),
  );
  const cell = row?.children[column];
  if (!cell) throw new Error(`no ${title} of ${value}`);
  return cell;
}

/** The drawing for a name: its figures, its dot or its bar. */
function drawnFor(chart: HTMLElement, name: string): Element {
  const texts = [...chart.querySelectorAll('svg text')];
  const row = texts.find(({ textContent }) => textContent === name)?.parentElement;
  if (!row) throw new Error(`${name} is not drawn`);
  return row;
}

const table = (name: string, page?: HTMLElement) =>
  within(page ?? document.body).getByRole('table', { name });
const findChart = (name: string) => screen.findByRole('figure', { name }, { timeout: 10_000 });

describe('a lift is green from 1.2 on and red up to 0.8', () => {
  /**
   * 10,000 leads. With 2,000 conversions High has an adjusted lift of (230 x 10000 + 50 x 2000) / (1000 x 2000) = 1.2, and
   * Low one of (150 x 10000 + 50 x 2000) / (1000 x 2000) = 0.8. With 2,001 High has 1.1994, with 1,999 Low has 0.8004, and
   * both are still shown as 1.20x and 0.80x.
   */
  const cellsWith = (conversions: number): Cell[] => [
    [['High'], 950, 230],
    [['Low'], 950, 150],
    [['Rest'], 8100, conversions - 380],
  ];

  describe.each([
    ['at both', 2000, { High: '▲ up', Low: '▼ down' }],
    ['under 1.2', 2001, { High: 'no sign', Low: '▼ down' }],
    ['over 0.8', 1999, { High: '▲ up', Low: 'no sign' }],
  ])('%s', (_, conversions, expected) => {
    const looks = (look: (value: 'High' | 'Low') => Element) => ({
      High: lookOf(look('High')),
      Low: lookOf(look('Low')),
    });

    test('in the value rules', () => {
      renderCells(['Source'], cellsWith(conversions));
      const rules = table('Practical Value Rules');
      expect(cellOf(rules, 'High', 'Suggested Value Rule').textContent).toContain('1.20x');
      expect(cellOf(rules, 'Low', 'Suggested Value Rule').textContent).toContain('0.80x');
      expect(looks((value) => cellOf(rules, value, 'Suggested Value Rule'))).toEqual(expected);
    });

    test('in the segments and their chart', async () => {
      const { user } = renderCells(['Source'], cellsWith(conversions));
      await openTab(user, 'Segment Details');
      const segments = table('Statistically Significant Segments');
      expect(looks((value) => cellOf(segments, value, 'Adjusted Lift'))).toEqual(expected);
      await user.click(screen.getByText('With Chart'));
      const chart = await findChart('Adjusted Lift by Segment');
      expect(looks((value) => drawnFor(chart, value))).toEqual(expected);
    });

    test.each(['High', 'Low'] as const)('in the chart of the calculator: %s', async (value) => {
      const { user } = renderCells(['Source'], cellsWith(conversions));
      await openTab(user, 'Lead Calculator');
      await user.click(screen.getByRole('combobox', { name: 'Source' }));
      await user.click(screen.getByRole('option', { name: value }));
      const chart = await findChart('From Baseline to Lead Value');
      expect(lookOf(drawnFor(chart, `Source: ${value}`))).toBe(expected[value]);
    });

    test('in the report', async () => {
      const { user } = renderCells(['Source'], cellsWith(conversions));
      const page = await printReport(user);
      const rules = table('Practical Value Rules', page);
      expect(looks((value) => cellOf(rules, value, 'Suggested Value Rule'))).toEqual(expected);
      const segments = table('Statistically Significant Segments', page);
      expect(looks((value) => cellOf(segments, value, 'Adjusted Lift'))).toEqual(expected);
    });
  });

  test('measured lifts as well as adjusted ones', async () => {
    // 240 and 160 of 1,000 against 2,000 of 10,000.
    const { user } = renderCells(
      ['Source'],
      [
        [['High'], 1000, 240],
        [['Low'], 1000, 160],
        [['Rest'], 8000, 1600],
      ],
    );
    await openTab(user, 'Segment Details');
    const segments = table('Statistically Significant Segments');
    expect(lookOf(cellOf(segments, 'High', 'Lift vs Baseline'))).toBe('▲ up');
    expect(lookOf(cellOf(segments, 'Low', 'Lift vs Baseline'))).toBe('▼ down');
    expect(lookOf(cellOf(segments, 'High', 'Adjusted Lift'))).toBe('no sign');
  });
});

describe('a confidence is green from 70% on and amber under 50%', () => {
  const lookOfConfidence = (cell: Element) => [cell.textContent, ...tonesOf(cell)];

  /** leads / (leads + 50): 117 of 167 is 0.7006, 116 of 166 is 0.6988, 50 of 100 is 0.5, 49 of 99 is 0.4949. */
  const cells: Cell[] = [
    [['from 117 leads'], 117, 80],
    [['from 116 leads'], 116, 80],
    [['from 50 leads'], 50, 40],
    [['from 49 leads'], 49, 40],
    [['of the rest'], 9668, 1000],
  ];

  test.each([
    ['117', '70% (high)', 'up'],
    ['116', '70%'],
    ['50', '50%'],
    ['49', '49% (low)', 'caution'],
  ])('of a segment: %s leads', async (leads, ...look) => {
    const { user } = renderCells(['Source'], cells);
    const rules = table('Practical Value Rules');
    expect(lookOfConfidence(cellOf(rules, `from ${leads} leads`, 'Confidence sample size'))).toEqual(look);
    await openTab(user, 'Segment Details');
    const segments = table('Statistically Significant Segments');
    expect(lookOfConfidence(cellOf(segments, `from ${leads} leads`, 'Confidence sample size'))).toEqual(look);
  });

  test('and the open row of a rule warns under 50% only', async () => {
    const { user } = renderCells(['Source'], cells);
    const warning = 'Low confidence due to small sample size. Use conservative value shown.';
    const rules = table('Practical Value Rules');
    for (const leads of [117, 116, 50, 49]) {
      const row = cellOf(rules, `from ${leads} leads`, 'Value').parentElement;
      await user.click(row?.querySelector('[aria-expanded]') ?? document.body);
      expect(row?.nextElementSibling?.textContent?.includes(warning)).toBe(leads === 49);
    }
  });

  test('of a pair', async () => {
    // round(3 x sqrt(leads)): 3 x 23.32 = 69.97, 3 x 23 = 69, 3 x 16.67 = 50.02, 3 x 16.34 = 49.02.
    const { user } = renderCells(
      ['Source', 'Device'],
      [
        [['A', 'X'], 544, 326],
        [['A', 'Y'], 529, 159],
        [['B', 'X'], 278, 83],
        [['B', 'Y'], 267, 27],
      ],
    );
    await openTab(user, 'Correlations');
    const tests = table('Correlation Tests');
    const pair = (a: string, b: string) =>
      lookOfConfidence(cellOf(tests, `Source: ${a}Device: ${b}`, 'Confidence sample size'));
    expect(pair('A', 'X')).toEqual(['70% (high)', 'up']);
    expect(pair('A', 'Y')).toEqual(['69%']);
    expect(pair('B', 'X')).toEqual(['50%']);
    expect(pair('B', 'Y')).toEqual(['49% (low)', 'caution']);
  });
});
