import { expect, test, vi } from 'vitest';
import type { KeptSettings } from '#frontend/choices/kept-settings.ts';
import { takeOver } from '#frontend/features/reuse/take-over.ts';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';
import { columnDetail, repeat } from '#test/support/column-detail.ts';
import { openWork } from '#test/support/open-work.ts';
import { openedFile } from '#test/support/opened-file.ts';

test('settings of an earlier analysis are fitted to the columns of the open file, and belong to this work', async () => {
  const kept: KeptSettings = {
    name: 'October',
    headers: ['Status', 'Age'],
    settings: { conversionValue: 40, thresholdPercent: 20 },
    known: new Map([[0, new Set(['Won', 'Gone'])]]),
    choices: {
      statusColumn: 0,
      attributeColumns: [1],
      qualified: new Set(['Won']),
      ranges: new Map([[1, [{ min: 0, max: null, label: 'all' }]]]),
      numberFormats: new Map([[1, 'decimal-comma']]),
      mappings: new Map(),
    },
  };
  const cells = [repeat({ 30: 3, 40: 2 }), repeat({ Won: 2, Lost: 3 })];
  const ask = vi.fn(async (_kind: string, { column }: { column: number }) =>
    columnDetail(column, cells[column] ?? []),
  );
  const dispatch = vi.fn();
  const state = { ...openWork(openedFile(['Age', 'Status'])), openedAt: 7 };
  await takeOver(kept, { state, thread: { ask }, dispatch } as unknown as Workflow); // only what is read
  expect(ask.mock.calls).toEqual([
    ['describeColumn', { column: 1, numberFormat: undefined }],
    ['describeColumn', { column: 0, numberFormat: 'decimal-comma' }],
  ]);
  expect(dispatch).toHaveBeenCalledExactlyOnceWith({
    type: 'settingsReused',
    openedAt: 7,
    name: 'October',
    notes: expect.arrayContaining([
      { kind: 'missing', header: 'Status', values: ['Gone'] },
      { kind: 'new', header: 'Status', values: ['Lost'] },
    ]) as unknown,
    choices: expect.objectContaining({
      statusColumn: 1,
      attributeColumns: [0, null, null],
      qualified: new Map([[1, new Set(['Won'])]]),
      ranges: new Map([[0, [{ min: 0, max: null, label: 'all' }]]]),
      settings: kept.settings,
    }) as unknown,
  });
});
