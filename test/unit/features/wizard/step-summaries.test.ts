import { expect, test } from 'vitest';
import { summariseStep } from '#frontend/features/wizard/step-indicator.tsx';
import type { Step } from '#frontend/features/wizard/wizard-step.ts';
import {
  initialState,
  type WizardState,
  type WorkflowState,
} from '#frontend/features/wizard/workflow-state.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { openWork } from '#test/support/open-work.ts';
import { openedFile } from '#test/support/opened-file.ts';

const start = initialState(DEFAULT_SETTINGS);
const chosen: WorkflowState = {
  ...openWork(openedFile(['Converted', 'Source', 'Country'], { fileName: 'autumn.csv' })),
  statusColumn: 0,
  attributeColumns: [1, 2, null],
};

interface Shown {
  at?: Step;
  converted?: readonly string[] | null;
}

const summarise = (
  state: WizardState | WorkflowState,
  step: Step,
  { at = 4, converted = null }: Shown = {},
) => summariseStep({ state, at: { openedAt: 0, step: at, position: 0 } }, step, converted);

test('a step that is not complete has no summary', () => {
  for (const step of [1, 2, 3, 4] as const) expect(summarise(start, step)).toBeNull();
  expect(summarise({ ...chosen, attributeColumns: [null, null, null] }, 2)).toBeNull();
  expect(summarise(chosen, 3, { at: 2, converted: ['Won'] })).toBeNull();
});

test('a completed step has a summary of its choices', () => {
  expect(summarise(chosen, 1)).toBe('autumn.csv');
  expect(summarise(chosen, 2)).toBe('Status: Converted · 2 attributes');
  expect(summarise({ ...chosen, attributeColumns: [1, null, null] }, 2)).toBe(
    'Status: Converted · 1 attribute',
  );
});

test('up to two converted values are named, more are counted', () => {
  expect(summarise(chosen, 3)).toBeNull();
  expect(summarise(chosen, 3, { converted: ['Won', '(Blank)'] })).toBe('Converted: Won, (Blank)');
  expect(summarise(chosen, 3, { converted: ['a', 'b', 'c'] })).toBe('Converted: 3 values');
});
