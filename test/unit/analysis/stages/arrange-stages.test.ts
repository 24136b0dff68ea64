import { describe, expect, test } from 'vitest';
import { arrangeStages, type StagePlan, type StageShape } from '#frontend/analysis/stages/stage-plan.ts';

const planOf = (shape: StageShape, statusColumn = 0): StagePlan => ({
  shape,
  statusColumn,
  won: new Set(['Won']),
  open: new Set(['New']),
  wonColumn: null,
  isWonByColumn: false,
  lostColumn: null,
});
const status = (...stages: string[]) => planOf({ kind: 'status', stages });
const beside = (column: number, ...stages: string[]) => planOf({ kind: 'beside-outcome', column, stages });
const columns = (...of: number[]) =>
  planOf({ kind: 'columns', stages: of.map((column) => ({ column, holds: 'dates' })) });

describe('stages that a visitor has put in order', () => {
  test.each([
    ['of a status', status('New', 'Demo', 'Trial'), status('New', 'Trial', 'Demo')],
    ['beside an outcome', beside(3, 'New', 'Demo', 'Trial'), beside(3, 'Trial', 'New', 'Demo')],
    ['with columns', columns(4, 5, 6), columns(6, 4, 5)],
  ])('%s keep that order', (_, proposed, chosen) => {
    expect(arrangeStages(proposed, chosen)).toEqual(chosen);
    expect(arrangeStages(proposed, undefined)).toBe(proposed);
  });

  test('make room for a new one after the one before it, and lose one that is gone', () => {
    const chosen = status('New', 'Gone', 'Trial', 'Demo');
    expect(arrangeStages(status('New', 'Call', 'Demo', 'Trial'), chosen)).toEqual(
      status('New', 'Call', 'Trial', 'Demo'),
    );
    expect(arrangeStages(status('First', 'New'), status('New')).shape.stages).toEqual(['First', 'New']);
  });

  test('have the outcome of the file', () => {
    const proposed = { ...status('New', 'Demo'), won: new Set(['Sold']), wonColumn: 7 };
    expect(arrangeStages(proposed, status('Demo', 'New'))).toEqual({
      ...proposed,
      shape: status('Demo', 'New').shape,
    });
  });

  test('are others in another shape or column', () => {
    const found = [status('New', 'Demo'), beside(3, 'New', 'Demo'), columns(4, 5)];
    const others = [
      status('Demo', 'New'),
      beside(3, 'Demo', 'New'),
      columns(5, 4),
      beside(2, 'Demo', 'New'),
      planOf({ kind: 'status', stages: ['Demo', 'New'] }, 9),
    ];
    expect(
      found.map((proposed) => others.map((chosen) => arrangeStages(proposed, chosen) === proposed)),
    ).toEqual([
      [false, true, true, true, true],
      [true, false, true, true, true],
      [true, true, false, true, true],
    ]);
  });
});
