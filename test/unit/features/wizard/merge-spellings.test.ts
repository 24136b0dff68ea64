import { afterEach, expect, test } from 'vitest';
import { measure } from '#frontend/analysis/judge/analyse.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { mergeSpellings } from '#frontend/features/wizard/merge-spellings.ts';
import type { Counted } from '#frontend/features/wizard/results-input.ts';
import type { WorkflowEvent } from '#frontend/features/wizard/workflow-state.ts';
import { dismissToast, readToast } from '#frontend/ui/toast-store.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { change, opening, openWork } from '#test/support/open-work.ts';
import { openedFile } from '#test/support/opened-file.ts';

afterEach(() => dismissToast(readToast()?.id ?? 0));

const DEVICES = new Map([['phone', 'Mobile']]);

/** A work on Device (column 2) and Source (column 1), in this order, with a name in each. */
function start() {
  const file = openedFile(['Status', 'Source', 'Device'], { guessedStatusColumn: 0 });
  const workflow = {
    state: change(
      openWork(null),
      opening(file),
      { type: 'mappingReplaced', column: 2, mapping: DEVICES },
      { type: 'mappingReplaced', column: 1, mapping: new Map([['AdWords', 'google ads']]) },
    ),
    dispatch(event: WorkflowEvent): void {
      workflow.state = change(workflow.state, event);
    },
  };
  const plan = { attributes: [{ column: 2 }, { column: 1 }] } as unknown as Plan; // only what is read
  const measurement = measure(
    tallyOfCells(
      ['Device', 'Source'],
      [
        [['Mobile', 'Google Ads'], 41, 20],
        [['Desktop', 'google ads'], 40, 20],
        [['Desktop', 'Bing'], 400, 20],
      ],
    ),
  );
  return { workflow, counted: { plan, measurement, converted: [] } satisfies Counted };
}

test('two spellings become one under the name with more leads, with Undo; another column keeps its names', () => {
  const { workflow, counted } = start();
  const { mappings: before } = workflow.state;
  mergeSpellings(workflow, counted, 1, ['google ads', 'Google Ads']);
  const { mappings } = workflow.state;
  expect(mappings.get(1)).toEqual(
    new Map([
      ['AdWords', 'Google Ads'],
      ['google ads', 'Google Ads'],
    ]),
  );
  expect(mappings.get(2)).toEqual(DEVICES);
  const message = readToast();
  expect(message).toMatchObject({ title: 'Merged into “Google Ads”', isOpen: true });
  const action = message?.action;
  if (!action || !('onSelect' in action)) throw new Error('no message offers Undo');
  action.onSelect();
  expect(workflow.state.mappings).toEqual(before);
});

test('a field that is not counted any more changes nothing', () => {
  const { workflow, counted } = start();
  const { state } = workflow;
  mergeSpellings(workflow, counted, 2, ['a', 'A']);
  expect(workflow.state).toBe(state);
});
