import { describe, expect, test, vi } from 'vitest';
import type { ReuseNote } from '#frontend/choices/choice.ts';
import type { KeptSettings } from '#frontend/choices/kept-settings.ts';
import { fitsWhole, takeOver, undoTakeOver } from '#frontend/features/reuse/take-over.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
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

describe('settings that say how their files are read', () => {
  const kept: KeptSettings = {
    name: 'October',
    headers: ['Статус', 'Источник'],
    settings: { conversionValue: 40, thresholdPercent: 20 },
    known: new Map(),
    choices: {
      statusColumn: 0,
      attributeColumns: [1],
      qualified: new Set(['Won']),
      ranges: new Map(),
      mappings: new Map(),
      reading: { encoding: 'windows-1251', keepOtherLines: true },
    },
  };

  /** A work on a file that has these columns once it is read again. */
  function begin(rereadHeaders: string[], readOptions = {}) {
    const file = openedFile(['Ñòàòóñ', 'Èñòî÷íèê']);
    const state = { ...openWork(file), openedAt: 7, readOptions };
    const ask = async (_kind: string, { column }: { column: number }) =>
      columnDetail(column, repeat({ Won: 2, Lost: 3 }));
    const rereadFile = vi.fn(async () => openedFile(rereadHeaders));
    const dispatch = vi.fn();
    const workflow = { state, thread: { ask }, rereadFile, dispatch } as unknown as Workflow; // only what is read
    return { workflow, state, rereadFile, dispatch };
  }

  test('read the open file again, and keep the work before for Undo', async () => {
    const { workflow, state, rereadFile, dispatch } = begin(['Статус', 'Источник'], { delimiter: ';' });
    expect(await takeOver(kept, workflow)).toEqual([]);
    const options = { delimiter: ';', usualEncoding: 'windows-1251', keepOtherLines: true };
    expect(rereadFile).toHaveBeenCalledExactlyOnceWith(options);
    const { file: _, ...before } = state;
    expect(dispatch).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        type: 'settingsReused',
        choices: expect.objectContaining({ reading: kept.choices.reading }) as unknown,
        before,
      }),
    );
  });

  test('are not used where the file lacks their columns all the same: it is read as before', async () => {
    const { workflow, rereadFile, dispatch } = begin(['Статус', 'Город']);
    expect(await takeOver(kept, workflow)).toEqual(['Источник']);
    expect(rereadFile.mock.lastCall).toEqual([{}]);
    expect(dispatch).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ type: 'reuseUndone', before: expect.anything() as unknown }),
    );
  });

  test('are not used where the file is read again and has no room for the column of a choice', async () => {
    const reading = { choiceColumns: [{ column: 'Статус', choices: ['Won', 'Paid'], separator: ';' }] };
    const choices = { ...kept.choices, reading, attributeColumns: [2] };
    const ofChoice = { ...kept, choices, headers: ['Статус', 'Статус: Won', 'Статус: Paid'] };
    const { workflow, rereadFile, dispatch } = begin(['Статус', 'Источник', 'Статус: Won']);
    expect(await takeOver(ofChoice, workflow)).toEqual(['Статус: Paid']);
    expect(rereadFile.mock.lastCall).toEqual([{}]);
    expect(dispatch).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: 'reuseUndone' }));
    const { workflow: roomy } = begin(['Статус', 'Статус: Won', 'Статус: Paid']);
    expect(await takeOver(ofChoice, roomy)).toEqual([]);
  });

  test('need no second reading where the encoding was guessed right', async () => {
    const { workflow, rereadFile, state } = begin([]);
    state.file!.report.encoding = 'windows-1251'; // it is open
    const { keepOtherLines: _, ...reading } = kept.choices.reading!; // as above
    const choices = { ...kept.choices, reading };
    await takeOver({ ...kept, choices, headers: ['Ñòàòóñ', 'Èñòî÷íèê'] }, workflow);
    expect(rereadFile).not.toHaveBeenCalled();
  });

  test('leave everything as it is where the file cannot be read again', async () => {
    const { workflow, rereadFile, dispatch } = begin([]);
    rereadFile.mockResolvedValue(null as never);
    await expect(takeOver(kept, workflow)).rejects.toThrow('could not be read again');
    expect(dispatch).not.toHaveBeenCalled();
  });

  test.each([
    ['reads the file back', { keepOtherLines: true }, [{}]],
    ['reads nothing where the file was not read again', {}, null],
  ])('Undo %s', async (_, readOptions, read) => {
    const { workflow, state, rereadFile, dispatch } = begin([], readOptions);
    const { file: _file, ...work } = state;
    const before = { ...work, readOptions: {} };
    await undoTakeOver(before, workflow);
    expect(rereadFile.mock.lastCall ?? null).toEqual(read);
    expect(dispatch).toHaveBeenCalledExactlyOnceWith({ type: 'reuseUndone', ...(read && { before }) });
  });
});

describe('settings fit the whole file', () => {
  const choices = { statusColumn: 1, qualified: new Map([[1, new Set(['Won', 'Sold'])]]) };
  const headers = ['Source', 'Status'];
  const note = (kind: ReuseNote['kind'], header: string, ...values: string[]) =>
    ({ kind, header, values }) as ReuseNote;

  test.each<[string, ReuseNote[], boolean]>([
    ['with the same values', [], true],
    ['with other values', [note('new', 'Source', 'Chat'), note('missing', 'Source', 'Fax')], true],
    ['without one of two converted values', [note('missing', 'Status', 'Sold', 'Lost')], true],
    ['unless all converted values are missing', [note('missing', 'Status', 'Lost', 'Sold', 'Won')], false],
    ['though an attribute lacks values of these names', [note('missing', 'Source', 'Sold', 'Won')], true],
    ...(['column', 'ranges', 'dates', 'days'] as const).map((kind): [string, ReuseNote[], boolean] => [
      `unless a choice does not apply: ${kind}`,
      [note(kind, 'Source')],
      false,
    ]),
  ])('%s', (_, notes, fits) => {
    expect(fitsWhole(notes, choices, headers)).toBe(fits);
  });
});
