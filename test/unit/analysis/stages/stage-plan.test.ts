import { expect, test } from 'vitest';
import { stageNames, type StagePlan } from '#frontend/analysis/stages/stage-plan.ts';

const HEADERS = ['Status', 'MQL', 'SQL', 'SQL (2)'];

function namesWith(stages: readonly number[], won: readonly string[]): string[] {
  const plan: StagePlan = {
    shape: { kind: 'columns', stages: stages.map((column) => ({ column, holds: 'flags' })) },
    statusColumn: 0,
    won: new Set(won),
    open: new Set(),
    wonColumn: null,
    isWonByColumn: false,
    lostColumn: null,
  };
  return stageNames(plan, HEADERS);
}

test('the last stage is the only won status, or Won for several', () => {
  expect(namesWith([1, 2], ['Closed Won'])).toEqual(['Lead', 'MQL', 'SQL', 'Closed Won']);
  expect(namesWith([1, 2], ['Closed Won', 'Renewed'])).toEqual(['Lead', 'MQL', 'SQL', 'Won']);
});

test('no two stages have one name, since their conversions are kept by name', () => {
  expect(namesWith([1, 2], ['SQL'])).toEqual(['Lead', 'MQL', 'SQL', 'SQL (2)']);
  expect(namesWith([1, 2, 3], ['SQL'])).toEqual(['Lead', 'MQL', 'SQL', 'SQL (2)', 'SQL (2) (2)']);
  expect(namesWith([1], ['Lead'])).toEqual(['Lead', 'MQL', 'Lead (2)']);
});
