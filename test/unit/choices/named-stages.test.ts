import { describe, expect, test } from 'vitest';
import { askedStages, nameStagePlan } from '#frontend/choices/named-stages.ts';
import type { StagePlan, StageShape } from '#frontend/analysis/stages/stage-plan.ts';

type NamedPlan = ReturnType<typeof nameStagePlan>;

const arrangeStages = (proposed: StagePlan, plan: NamedPlan | undefined, headers: readonly string[]) =>
  askedStages(proposed, {
    chosen: { plan },
    headers,
    context: { statusColumn: 'Status', qualifiedValues: [] },
  }).stages;

const HEADERS = ['Status', 'Owner', 'Deal', 'Stage', 'MQL', 'SQL', 'Demo'];
const OTHERS = ['Demo', 'Stage', 'Status', 'MQL', 'SQL'];

const planOf = (shape: StageShape, statusColumn = 0): StagePlan => ({
  shape,
  statusColumn,
  won: new Set(['Won']),
  open: new Set(['New']),
  wonColumn: 2,
  isWonByColumn: false,
  lostColumn: null,
});
const status = (...stages: string[]) => planOf({ kind: 'status', stages });
const beside = (column: number, ...stages: string[]) => planOf({ kind: 'beside-outcome', column, stages });
const columns = (...of: number[]) =>
  planOf({ kind: 'columns', stages: of.map((column) => ({ column, holds: 'dates' })) });

test('a plan is saved with the headers of its columns', () => {
  expect(nameStagePlan({ ...columns(4, 6), lostColumn: 5 }, HEADERS)).toEqual({
    shape: {
      kind: 'columns',
      stages: [
        { column: 'MQL', holds: 'dates' },
        { column: 'Demo', holds: 'dates' },
      ],
    },
    statusColumn: 'Status',
    won: ['Won'],
    open: ['New'],
    wonColumn: 'Deal',
    isWonByColumn: false,
    lostColumn: 'SQL',
  });
  expect(nameStagePlan({ ...beside(3, 'New'), wonColumn: null }, HEADERS)).toMatchObject({
    shape: { kind: 'beside-outcome', column: 'Stage', stages: ['New'] },
    wonColumn: null,
    lostColumn: null,
  });
});

describe('stages that a visitor has put in order', () => {
  test.each([
    ['of a status', status('New', 'Demo', 'Trial'), status('New', 'Trial', 'Demo')],
    ['beside an outcome', beside(3, 'New', 'Demo', 'Trial'), beside(3, 'Trial', 'New', 'Demo')],
    ['with columns', columns(4, 5, 6), columns(6, 4, 5)],
  ])('%s keep that order', (_, proposed, chosen) => {
    expect(arrangeStages(proposed, nameStagePlan(chosen, HEADERS), HEADERS)).toEqual(chosen);
    expect(arrangeStages(proposed, undefined, HEADERS)).toBe(proposed);
  });

  test('keep it in a file with its columns elsewhere, for those that it has', () => {
    const chosen = nameStagePlan(columns(6, 5, 4), HEADERS);
    const { shape } = arrangeStages(columns(3, 0), chosen, OTHERS);
    expect(shape).toEqual(columns(0, 3).shape);
  });

  test('make room for a new one after the one before it, and lose one that is gone', () => {
    const arrange = (proposed: StagePlan, chosen: StagePlan) =>
      arrangeStages(proposed, nameStagePlan(chosen, HEADERS), HEADERS);
    expect(arrange(status('New', 'Call', 'Demo', 'Trial'), status('New', 'Gone', 'Trial', 'Demo'))).toEqual(
      status('New', 'Call', 'Trial', 'Demo'),
    );
    expect(arrange(status('First', 'New'), status('New'))).toEqual(status('First', 'New'));
  });

  test('have the outcome that the file proposes', () => {
    const proposed = { ...status('New', 'Demo'), won: new Set(['Sold']), wonColumn: 1 };
    const chosen = status('Demo', 'New');
    expect(arrangeStages(proposed, nameStagePlan(chosen, HEADERS), HEADERS)).toEqual({
      ...proposed,
      shape: chosen.shape,
    });
  });

  test('are others in another shape or column', () => {
    const found = [status('New', 'Demo'), beside(3, 'New', 'Demo'), columns(4, 5)];
    const others = [
      status('Demo', 'New'),
      beside(3, 'Demo', 'New'),
      columns(5, 4),
      beside(2, 'Demo', 'New'),
      planOf({ kind: 'status', stages: ['Demo', 'New'] }, 1),
    ].map((plan) => nameStagePlan(plan, HEADERS));
    const isKept = found.map((proposed) =>
      others.map((chosen) => arrangeStages(proposed, chosen, HEADERS) === proposed),
    );
    expect(isKept).toEqual([
      [false, true, true, true, true],
      [true, false, true, true, true],
      [true, true, false, true, true],
    ]);
  });
});
