import { expect, test } from 'vitest';
import { summariseStep } from '#frontend/features/wizard/step-indicator.tsx';
import { initialState, type WorkflowState } from '#frontend/features/wizard/kit/workflow-state.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { openedFile } from '#test/support/opened-file.ts';

const start = initialState(DEFAULT_SETTINGS);
const chosen: WorkflowState = {
  ...start,
  step: 4,
  file: openedFile(['Converted', 'Source', 'Country'], { fileName: 'autumn.csv' }),
  statusColumn: 0,
  attributeColumns: [1, 2, null],
};

test('a step that is not complete has no summary', () => {
  for (const step of [1, 2, 3, 4] as const) expect(summariseStep(start, step, null)).toBeNull();
  expect(summariseStep({ ...chosen, attributeColumns: [null, null, null] }, 2, null)).toBeNull();
  expect(summariseStep({ ...chosen, step: 2 }, 3, ['Won'])).toBeNull();
});

test('a completed step has a summary of its choices', () => {
  expect(summariseStep(chosen, 1, null)).toBe('autumn.csv');
  expect(summariseStep(chosen, 2, null)).toBe('Status: Converted · 2 attributes');
  expect(summariseStep({ ...chosen, attributeColumns: [1, null, null] }, 2, null)).toBe(
    'Status: Converted · 1 attribute',
  );
});

test('up to two converted values are named, more are counted', () => {
  expect(summariseStep(chosen, 3, null)).toBeNull();
  expect(summariseStep(chosen, 3, ['Won', '(Blank)'])).toBe('Converted: Won, (Blank)');
  expect(summariseStep(chosen, 3, ['a', 'b', 'c'])).toBe('Converted: 3 values');
});
