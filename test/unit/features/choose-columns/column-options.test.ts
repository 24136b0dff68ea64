import { describe, expect, test } from 'vitest';
import {
  columnOptions,
  describeSamples,
  NO_COLUMN,
} from '#frontend/features/choose-columns/column-options.tsx';
import type { WorkflowEvent, WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { change, openWork } from '#test/support/open-work.ts';
import { openedFile } from '#test/support/opened-file.ts';

const file = openedFile(['Status', 'Source', 'Country']);

function after(...events: WorkflowEvent[]): WorkflowState {
  return change({ ...openWork(file), statusColumn: 0 }, ...events);
}

describe('samples', () => {
  const column = { index: 0, header: 'Source', hasIds: false, isNumeric: false };

  test('are named after the word Sample, with (Blank) where blanks exist', () => {
    expect(describeSamples({ ...column, samples: ['Google', 'Referral'], hasBlanks: false })).toBe(
      'Sample: Google · Referral',
    );
    expect(describeSamples({ ...column, samples: ['Google'], hasBlanks: true })).toBe(
      'Sample: Google · (Blank)',
    );
    expect(describeSamples({ ...column, samples: [], hasBlanks: true })).toBe('Sample: (Blank)');
  });

  test('of a column of ids say so first', () => {
    expect(describeSamples({ ...column, samples: ['L-1', 'L-2'], hasBlanks: false, hasIds: true })).toBe(
      'Mostly unique. Sample: L-1 · L-2',
    );
  });

  test('are cut to one short line, whatever the cell holds', () => {
    const samples = ['x'.repeat(1_000_000), 'two\r\nlines'];
    expect(describeSamples({ ...column, samples, hasBlanks: false })).toBe(
      `Sample: ${'x'.repeat(26)}…${'x'.repeat(13)} · two ⏎ lines`,
    );
  });
});

describe('options', () => {
  test('are all columns by index; attributes 2 and 3 can also be none', () => {
    const values = (slot: 'status' | 0 | 1 | 2) => columnOptions(after(), slot).map(({ value }) => value);
    expect(values('status')).toEqual(['0', '1', '2']);
    expect(values(0)).toEqual(['0', '1', '2']);
    expect(values(1)).toEqual([NO_COLUMN.value, '0', '1', '2']);
    expect(columnOptions(after(), 2)[0]).toBe(NO_COLUMN);
  });

  test('of amounts are the columns of numbers; the chosen one is taken for attributes', () => {
    const columns = file.columns.map((column, index) => ({ ...column, isNumeric: index === 2 }));
    const state = { ...after(), file: { ...file, columns } };
    expect(columnOptions(state, 'value').map(({ value }) => value)).toEqual([NO_COLUMN.value, '2']);
    const chosen = change(state, { type: 'valueColumnChosen', column: 2 });
    expect(columnOptions(chosen, 0)[2]).toMatchObject({
      disabled: true,
      disabledReason: 'Used as Value column',
    });
  });

  test('used in another slot cannot be picked and say where they are used', () => {
    const state = after({ type: 'attributeChosen', slot: 1, column: 2 });
    expect(columnOptions(state, 0)).toMatchObject([
      { label: 'Status', disabled: true, disabledReason: 'Used as Lead Status Column' },
      { label: 'Source', disabled: false },
      { label: 'Country', disabled: true, disabledReason: 'Used as Attribute 2' },
    ]);
  });

  test('of columns with ids come last, dimmed', () => {
    const columns = file.columns.map((column, index) => ({ ...column, hasIds: index < 2 }));
    const state = { ...after(), file: { ...file, columns } };
    expect(columnOptions(state, 1)).toMatchObject([
      { label: 'None' },
      { label: 'Country', isDimmed: false },
      { label: 'Status', isDimmed: true },
      { label: 'Source', isDimmed: true },
    ]);
  });

  test('used in the same slot stay pickable', () => {
    const state = after({ type: 'attributeChosen', slot: 0, column: 1 });
    expect(columnOptions(state, 0)[1]).toMatchObject({ disabled: false });
    expect(columnOptions(state, 'status')[0]).toMatchObject({ disabled: false });
  });

  test('leave out hidden columns, except one that is chosen; the status column is chosen from all', () => {
    const state = after(
      { type: 'attributeChosen', slot: 0, column: 2 },
      { type: 'columnsHidden', columns: [1, 2], isHidden: true },
    );
    const labels = (slot: 'status' | 0 | 1) => columnOptions(state, slot).map(({ label }) => label);
    expect(labels(0)).toEqual(['Status', 'Country']);
    expect(labels(1)).toEqual(['None', 'Status', 'Country']);
    expect(labels('status')).toEqual(['Status', 'Source', 'Country']);
    const shown = change(state, { type: 'columnsHidden', columns: [1], isHidden: false });
    expect(columnOptions(shown, 1)).toHaveLength(4);
  });
});
