import { afterEach, expect, test } from 'vitest';
import {
  closeUndo,
  countOpenByChance,
  dispatchUndoable,
  leaveOut,
} from '#frontend/features/wizard/undoable.ts';
import type { WorkEvent, WorkflowEvent, WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { dismissToast, readToast, toast } from '#frontend/ui/toast-store.ts';
import { change, opening, openWork } from '#test/support/open-work.ts';
import { openedFile } from '#test/support/opened-file.ts';

afterEach(() => dismissToast(readToast()?.id ?? 0));

/** A work that events change, as the wizard does. */
function startWork() {
  const file = openedFile(['Status', 'Source', 'Country', 'Visits'], { guessedStatusColumn: 0 });
  const workflow = {
    state: change(openWork(null), opening(file), { type: 'attributeChosen', slot: 0, column: 1 }),
    dispatch(event: WorkflowEvent): void {
      workflow.state = change(workflow.state, event);
    },
  };
  return workflow;
}

function undo(): void {
  const action = readToast()?.action;
  if (!action || !('onSelect' in action)) throw new Error('no message offers Undo');
  expect(action.label).toBe('Undo');
  action.onSelect();
}

const mapped: WorkEvent = { type: 'valuesMapped', column: 1, values: ['Ads'], replacement: 'Paid' };
const ranged: WorkEvent = { type: 'rangesChanged', column: 3, ranges: [{ label: 'All', min: 0, max: null }] };
const settingsOf = (thresholdPercent: number): WorkEvent => ({
  type: 'chosen',
  choices: { settings: { conversionValue: 100, thresholdPercent } },
  keepsResults: true,
});

test.each<[string, WorkEvent]>([
  ['a name', mapped],
  ['ranges', ranged],
  ['settings', settingsOf(25)],
  ['left out leads', { type: 'leftOutChanged', values: ['New'], isLeftOut: true }],
  [
    'a proposal',
    { type: 'suggestionsAccepted', openedAt: 1, columns: [2, 3], ranges: new Map(), dates: new Map() },
  ],
])('Undo brings back what was before: %s', (_, event) => {
  const workflow = startWork();
  const { state: before } = workflow;
  dispatchUndoable(workflow, 'Changed', event);
  expect(workflow.state).not.toEqual(before);
  expect(readToast()).toMatchObject({ title: 'Changed', isOpen: true });
  undo();
  expect(workflow.state).toEqual(before);
  expect(readToast()?.isOpen).toBe(false);
});

test('Undo keeps what was chosen meanwhile', () => {
  const workflow = startWork();
  const { mappings } = workflow.state;
  dispatchUndoable(workflow, 'Values renamed', mapped);
  workflow.dispatch({ type: 'attributeChosen', slot: 1, column: 2 });
  undo();
  expect(workflow.state.mappings).toEqual(mappings);
  expect(workflow.state.attributeColumns).toEqual([1, 2, null]);
});

test('Undo of left out statuses keeps what was ticked, and what was left out by hand, meanwhile', () => {
  const workflow = startWork();
  const { state: before } = workflow;
  // 'Qualified' counts as converted before the visitor chooses any.
  leaveOut(workflow, ['Qualified', 'New', 'Lost']);
  workflow.dispatch({ type: 'qualifiedChanged', values: ['Won', 'New'], isQualified: true });
  workflow.dispatch({ type: 'leftOutChanged', values: ['Spam'], isLeftOut: true });
  workflow.dispatch({ type: 'leftOutChanged', values: ['Lost'], isLeftOut: false });
  undo();
  expect(workflow.state.qualified).toEqual(new Map([[0, new Set(['Won', 'New', 'Qualified'])]]));
  expect(workflow.state.leftOutStatuses).toEqual(new Map([[0, new Set(['Spam'])]]));
  workflow.state = before;
  leaveOut(workflow, ['Qualified']);
  undo();
  expect(workflow.state).toEqual(before);
});

test('Undo of grouped values keeps the names that were given by hand before, between and after', () => {
  const workflow = startWork();
  const type = (column: number, value: string, replacement: string) =>
    workflow.dispatch({ type: 'valuesMapped', column, values: [value], replacement });
  const group = (replacement: string, ...values: string[]) =>
    dispatchUndoable(workflow, 'Values renamed', { type: 'valuesMapped', column: 1, values, replacement });
  type(1, 'ads', 'Paid');
  group('Ads', 'ads', 'ADS', 'adds');
  type(1, 'Mail', 'E-mail');
  group('Search', 'bing', 'google');
  type(1, 'adds', 'Typo');
  type(2, 'DE', 'Germany');
  undo();
  const names = { ads: 'Paid', adds: 'Typo', Mail: 'E-mail' };
  expect(workflow.state.mappings).toEqual(
    new Map([
      [1, new Map(Object.entries(names))],
      [2, new Map([['DE', 'Germany']])],
    ]),
  );
  dispatchUndoable(workflow, 'Names removed', { type: 'mappingReplaced', column: 1, mapping: new Map() });
  type(1, 'ads', 'Google');
  type(1, 'fair', 'Fair');
  undo();
  expect(workflow.state.mappings.get(1)).toEqual(
    new Map(Object.entries({ ...names, ads: 'Google', fair: 'Fair' })),
  );
});

test('Undo of replaced ranges brings back those before, also where the new ones were edited meanwhile', () => {
  const workflow = startWork();
  workflow.dispatch(ranged);
  const { ranges } = workflow.state;
  const others = (label: string): WorkEvent => ({
    type: 'rangesChanged',
    column: 3,
    ranges: [{ label, min: 1, max: null }],
  });
  dispatchUndoable(workflow, 'Ranges replaced', others('Some'));
  workflow.dispatch(others('Few'));
  undo();
  expect(workflow.state.ranges).toEqual(ranges);
});

test('Undo of open leads by their chance keeps what was counted for the stages meanwhile', () => {
  const workflow = startWork();
  countOpenByChance(workflow, true);
  const { stages } = workflow.state;
  workflow.dispatch({ type: 'chosen', choices: { stages: { ...stages, share: 0.5 } }, keepsResults: true });
  undo();
  expect(workflow.state.stages).toEqual({ share: 0.5 });
});

test('changes of one kind in a row have one message, and its Undo brings back what was before all of them', () => {
  const workflow = startWork();
  const { settings } = workflow.state;
  dispatchUndoable(workflow, 'Settings changed', settingsOf(2));
  const first = readToast()?.id;
  dispatchUndoable(workflow, 'Settings changed', settingsOf(25));
  expect(readToast()?.id).toBe(first);
  undo();
  expect(workflow.state.settings).toEqual(settings);
});

test('a change of another kind, or after the message was closed, has a message of its own', () => {
  const workflow = startWork();
  dispatchUndoable(workflow, 'Settings changed', settingsOf(2));
  dispatchUndoable(workflow, 'Values renamed', mapped);
  undo();
  expect(workflow.state.settings.thresholdPercent).toBe(2);
  dispatchUndoable(workflow, 'Settings changed', settingsOf(3));
  dismissToast(readToast()?.id ?? 0);
  dispatchUndoable(workflow, 'Settings changed', settingsOf(4));
  undo();
  expect(workflow.state.settings.thresholdPercent).toBe(3);
});

test('Undo after another file was opened changes nothing', () => {
  const workflow = startWork();
  dispatchUndoable(workflow, 'Values renamed', mapped);
  const other = change(workflow.state, opening({ ...openedFile(['Status', 'Plan']), number: 99 }, 2));
  workflow.state = other;
  undo();
  expect(workflow.state).toBe(other);
});

test('results that were shown before are asked for again', () => {
  const workflow = startWork();
  workflow.dispatch({ type: 'analysed' });
  dispatchUndoable(workflow, 'Values renamed', mapped);
  workflow.dispatch({ type: 'analysed' });
  undo();
  expect(workflow.state.hasResults).toBe(false);
});

test.each<[readonly string[], string]>([
  [['New'], 'Left out: “New”'],
  [['New', 'Open'], 'Left out: 2 statuses'],
])('what is left out is named: %j', (values, title) => {
  const workflow = startWork();
  leaveOut(workflow, values);
  expect([...(leftOutOf(workflow.state) ?? [])]).toEqual(values);
  expect(readToast()?.title).toBe(title);
});

const leftOutOf = ({ leftOutStatuses }: WorkflowState) => leftOutStatuses.get(0);

test('the message can be closed, and no other is', () => {
  const workflow = startWork();
  dispatchUndoable(workflow, 'Changed', mapped);
  closeUndo();
  expect(readToast()).toMatchObject({ title: 'Changed', isOpen: false });
  toast({ title: 'Saved' });
  closeUndo();
  expect(readToast()).toMatchObject({ title: 'Saved', isOpen: true });
});

test('Undo brings back open leads by their chance that were left out, and those left out that count by it', () => {
  const workflow = startWork();
  countOpenByChance(workflow, true);
  const { state: counted } = workflow;
  leaveOut(workflow, ['New']);
  const { state: without } = workflow;
  expect(without.stages).toEqual({});
  undo();
  expect(workflow.state).toEqual(counted);
  leaveOut(workflow, ['New']);
  countOpenByChance(workflow, true);
  expect(workflow.state).toMatchObject({ stages: counted.stages, leftOutStatuses: counted.leftOutStatuses });
  undo();
  expect(workflow.state).toEqual(without);
  countOpenByChance(workflow, true);
  countOpenByChance(workflow, false);
  expect(workflow.state.stages).toEqual({});
  expect(readToast()?.title).toBe('Open leads count as before');
});
