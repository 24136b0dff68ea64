import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import {
  isEntry,
  isPossible,
  isSame,
  nearestStep,
  wayTo,
  type Entry,
  type WizardStep,
  type Step,
} from '#frontend/features/wizard/wizard-step.ts';
import { reduceResults, reduceWorkflow } from '#frontend/features/wizard/reduce-work.ts';
import {
  initialState,
  type WizardState,
  type WorkflowEvent,
} from '#frontend/features/wizard/workflow-state.ts';
import { NO_CHOICES } from '#frontend/choices/list.ts';
import { opening } from '../../../support/open-work.ts';
import { openedFile } from '../../../support/opened-file.ts';

const file = openedFile(['Status', 'Source', 'Device', 'Visits']);
const start = initialState(DEFAULT_SETTINGS);
const opened = opening(file);
const renamed: WorkflowEvent = {
  type: 'valuesMapped',
  column: 1,
  values: ['google'],
  replacement: 'Google',
};

function after(...events: WorkflowEvent[]): WizardState {
  return events.reduce<WizardState>(reduceWorkflow, start);
}

const open = after(opened);
const chosen = after(
  opened,
  { type: 'statusChosen', column: 0 },
  { type: 'attributeChosen', slot: 0, column: 1 },
);
const analysed = reduceWorkflow(chosen, { type: 'analysed' });

const at = (step: Step, position = 0, openedAt = 1): WizardStep => ({ openedAt, step, position });

describe('a place is possible', () => {
  test('where its column is chosen', () => {
    expect(isPossible(open, at(3))).toBe(false);
    expect(isPossible(chosen, at(3, 1))).toBe(true);
    expect(isPossible(chosen, at(3, 2))).toBe(false);
    expect(isPossible(start, at(2, 0, 0))).toBe(false);
    expect(isPossible(start, at(1, 0, 0))).toBe(true);
  });

  test('in its own work only', () => {
    expect(isPossible(chosen, at(2, 0, 2))).toBe(false);
  });

  test('as results after Analyze, while no choice has changed since', () => {
    expect(isPossible(chosen, at(4))).toBe(false);
    expect(isPossible(analysed, at(4))).toBe(true);
    const looked: WorkflowEvent[] = [
      { type: 'statusChosen', column: 0 },
      {
        type: 'chosen',
        choices: { settings: { conversionValue: 1, thresholdPercent: 1 } },
        keepsResults: true,
      },
    ];
    expect(isPossible(looked.reduce<WizardState>(reduceWorkflow, analysed), at(4))).toBe(true);
  });

  test.each<WorkflowEvent>([
    { type: 'statusChosen', column: 2 },
    { type: 'attributeChosen', slot: 1, column: 2 },
    { type: 'rangesChanged', column: 3, ranges: [] },
    { type: 'numberFormatChosen', column: 3, format: 'plain' },
    { type: 'qualifiedChanged', values: ['Won'], isQualified: true },
    renamed,
    { type: 'mappingReplaced', column: 1, mapping: new Map() },
    { type: 'fileReread', file, readOptions: {}, empty: NO_CHOICES },
    { type: 'fileReread', file: openedFile(['A', 'B']), readOptions: {}, empty: NO_CHOICES },
    { type: 'chosen', choices: { basis: 'value' } },
    opened,
  ])('as results no longer after $type', (event) => {
    expect(isPossible(reduceWorkflow(analysed, event), at(4))).toBe(false);
  });

  test('as results after a name that arrives while they are shown, and not after another file', () => {
    expect(isPossible(reduceResults(analysed, renamed), at(4))).toBe(true);
    expect(isPossible(reduceResults(chosen, renamed), at(4))).toBe(false);
    const next = reduceResults(analysed, { ...opened, openedAt: 2 });
    expect(isPossible(next, at(4, 0, 2))).toBe(false);
  });
});

test.each<[string, WizardState, WizardStep, WizardStep]>([
  ['itself', analysed, at(4, 1), at(4, 1)],
  ['the column in the place of results that are outdated', chosen, at(4, 1), at(3, 1)],
  ['the last column in the place of one that was taken away', chosen, at(3, 2), at(3, 1)],
  ['step 2 without an attribute', open, at(4, 1), at(2, 0)],
  ['step 1 without a file', start, at(3, 1, 0), at(1, 0, 0)],
  ['step 1 for earlier work', analysed, at(4, 1, 2), at(1, 1)],
])('the nearest place is %s', (_which, state, wanted, nearest) => {
  expect(nearestStep(state, wanted)).toEqual(nearest);
});

test.each<[string, WizardStep, Entry, ReturnType<typeof wayTo>]>([
  ['the same place stays', at(3, 1), { place: at(3, 1), before: at(3) }, { by: 'staying' }],
  ['step 2 has no column of its own', at(2, 1), { place: at(2), before: null }, { by: 'staying' }],
  ['the place before is returned to', at(3), { place: at(3, 1), before: at(3) }, { by: 'returning' }],
  ['earlier work shows step 1', at(1), { place: at(2), before: at(4, 0, 7) }, { by: 'returning' }],
  [
    'another work begins a new entry, also before the same place',
    at(1, 0, 2),
    { place: at(2), before: at(1) },
    { by: 'adding', entry: { place: at(1, 0, 2), before: at(2) } },
  ],
  [
    'another work in the same step takes the entry',
    at(1, 0, 2),
    { place: at(1), before: at(2) },
    { by: 'replacing', entry: { place: at(1, 0, 2), before: at(2) } },
  ],
  [
    'another column is a new entry',
    at(3, 1),
    { place: at(3), before: at(2) },
    { by: 'adding', entry: { place: at(3, 1), before: at(3) } },
  ],
  [
    'results stay under a view of them',
    at(4),
    { place: at(4), before: at(3), isView: true },
    { by: 'staying' },
  ],
  [
    'a step after a view is a new entry, since the one before shows the results',
    at(3),
    { place: at(4), before: at(3), isView: true },
    { by: 'adding', entry: { place: at(3), before: null } },
  ],
])('%s', (_what, next, entry, way) => {
  expect(wayTo(next, entry)).toEqual(way);
});

test('an entry of the history is of the wizard if it has a place and the one before', () => {
  expect(isEntry({ place: at(2), before: null })).toBe(true);
  for (const other of [null, undefined, 'place', {}, { place: at(2) }, { before: null }])
    expect(isEntry(other)).toBe(false);
});

test('two places are the same in one work where they look the same', () => {
  expect(isSame(at(3, 1), at(3, 1))).toBe(true);
  expect(isSame(at(3, 1), at(3, 2))).toBe(false);
  expect(isSame(at(2, 1), at(2, 2))).toBe(true);
  expect(isSame(at(2), at(1))).toBe(false);
  expect(isSame(at(2), at(2, 0, 7))).toBe(false);
});
