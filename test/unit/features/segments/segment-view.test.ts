import { describe, expect, test } from 'vitest';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { segmentColumns } from '#frontend/features/segments/segment-columns.tsx';
import {
  FIRST_SEGMENT_VIEW,
  sortByColumn,
  sortedColumn,
  sortSegments,
} from '#frontend/features/segments/segments-tab.tsx';
import { tallyOfCells } from '#test/support/analysis-builders.ts';

const analysis = analyse(
  tallyOfCells(
    ['Source', 'Size'],
    [
      [['ads', '10'], 100, 20],
      [['Émile', '9'], 100, 30],
      [['Zoe', '(Blank)'], 50, 5],
      [['(Blank)', '10'], 50, 1],
    ],
  ),
  { conversionValue: 100, thresholdPercent: 10 },
);

const { segments } = analysis;

const columnsAt = (conversionValue: number) =>
  segmentColumns({ ...analysis, settings: { conversionValue, thresholdPercent: 10 } });
const sorted = (column: string, direction: 'ascending' | 'descending') =>
  sortSegments(segments, { ...FIRST_SEGMENT_VIEW, column, direction }, columnsAt(100)).map(
    ({ value }) => value,
  );

describe('the view of the segments', () => {
  test('begins with the highest adjusted lift', () => {
    expect(FIRST_SEGMENT_VIEW).toEqual({
      column: 'adjustedLift',
      direction: 'descending',
      isRestShown: false,
    });
    expect(sortSegments(segments, FIRST_SEGMENT_VIEW, columnsAt(100))).toEqual(segments);
  });

  test('turns round on the same column, and begins descending on another', () => {
    const turned = sortByColumn(FIRST_SEGMENT_VIEW, 'adjustedLift');
    expect(turned.direction).toBe('ascending');
    expect(sortByColumn(turned, 'adjustedLift').direction).toBe('descending');
    expect(sortByColumn(turned, 'leads')).toEqual({ ...turned, column: 'leads', direction: 'descending' });
  });

  test('leaves everything else as it is', () => {
    const open = { ...FIRST_SEGMENT_VIEW, isRestShown: true };
    expect(sortByColumn(open, 'leads').isRestShown).toBe(true);
  });

  test('goes by adjusted lift where its column is not on the screen', () => {
    const view = { ...FIRST_SEGMENT_VIEW, column: 'leadValue' };
    expect(sortedColumn(view, columnsAt(100))).toBe('leadValue');
    expect(sortedColumn(view, columnsAt(0))).toBe('adjustedLift');
    expect(sortedColumn({ ...view, column: 'Significant' }, columnsAt(100))).toBe('adjustedLift');
  });
});

describe('the order of the segments', () => {
  test('is by locale for text, numbers in it by value, blanks last either way', () => {
    expect(sorted('value', 'ascending')).toEqual(['9', '10', 'ads', 'Émile', 'Zoe', '(Blank)', '(Blank)']);
    expect(sorted('value', 'descending')).toEqual(['Zoe', 'Émile', 'ads', '10', '9', '(Blank)', '(Blank)']);
  });

  test('is by value for figures, equal ones in field order, then by name', () => {
    expect(sorted('leads', 'descending')).toEqual(['10', 'ads', 'Émile', '9', 'Zoe', '(Blank)', '(Blank)']);
    expect(sorted('leads', 'ascending')).toEqual(['Zoe', '(Blank)', '(Blank)', 'ads', 'Émile', '9', '10']);
  });
});
