import { describe, expect, test } from 'vitest';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import { planOf, choicesOf, NO_CHOICES } from '#frontend/choices/list.ts';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import { packDraft } from '#frontend/features/wizard/pack-work.ts';
import { readDraft, readOptionsOf } from '#frontend/features/wizard/stored-work.ts';
import {
  canVisit,
  chosenAttributes,
  columnsToMap,
  hasColumns,
  headerOf,
} from '#frontend/features/wizard/workflow-selectors.ts';
import { beginWork, reduceResults, reduceWorkflow } from '#frontend/features/wizard/reduce-work.ts';
import {
  initialState,
  type WorkflowEvent,
  type WorkflowState,
} from '#frontend/features/wizard/workflow-state.ts';
import { DEFAULT_SETTINGS } from '#frontend/analysis/judge/settings.ts';
import { NOT_SAVED, type SaveState } from '#frontend/features/results/save-state.ts';
import { change, opening, openWork } from '#test/support/open-work.ts';
import { openedFile } from '#test/support/opened-file.ts';

const file = openedFile(['Status', 'Source', 'Country', 'Visits'], { guessedStatusColumn: 0 });
const start = initialState(DEFAULT_SETTINGS);

const opened = opening(file);

const after = (...events: WorkflowEvent[]): WorkflowState => change(openWork(null), ...events);
const sourceChosen: WorkflowEvent = { type: 'attributeChosen', slot: 0, column: 1 };

describe('opening a file', () => {
  test('marks the guessed status column as a guess', () => {
    const state = after(opened);
    expect(state.statusColumn).toBe(0);
    expect(state.isStatusGuessed).toBe(true);
  });

  test('takes no guess for one where there is none, and the first column of dates', () => {
    const plain = after(opening(openedFile(['A', 'B'])));
    expect(plain).toMatchObject({ statusColumn: null, isStatusGuessed: false });
    expect(plain.dateFilter.dateColumn).toBeNull();
    const dated = after(opening(openedFile(['A', 'B', 'C'], { dateColumns: [2, 1] })));
    expect(dated.dateFilter.dateColumn).toBe(2);
    expect(beginWork(NO_CHOICES)).toMatchObject({
      openedAt: 0,
      readOptions: {},
      save: NOT_SAVED,
      reuse: null,
    });
  });

  test('resets columns, converted values, mappings and ranges, and keeps the settings', () => {
    const settings = { conversionValue: 250, thresholdPercent: 5 };
    const state = after(
      opened,
      sourceChosen,
      { type: 'qualifiedChanged', values: ['Won'], isQualified: true },
      { type: 'valuesMapped', column: 1, values: ['google'], replacement: 'Google' },
      { type: 'rangesChanged', column: 3, ranges: [{ min: 0, max: null, label: 'All' }] },
      { type: 'chosen', choices: { settings }, keepsResults: true },
      opened,
    );
    expect(chosenAttributes(state)).toEqual([]);
    expect([...qualifiedValues(state)]).toEqual(['Qualified']);
    expect(state.mappings.size).toBe(0);
    expect(state.ranges.size).toBe(0);
    expect(state.settings).toBe(settings);
  });

  test('columns of yes and no come and go behind the others without a loss, unless one of them is chosen', () => {
    const choiceColumns = [{ column: 'Country', separator: ';', choices: ['DE'] }];
    const more = openedFile([...file.headers, 'Country: DE']);
    const came = {
      type: 'fileReread',
      file: more,
      readOptions: { choiceColumns },
      empty: NO_CHOICES,
    } as const;
    const gone = { type: 'fileReread', file, readOptions: { choiceColumns: [] }, empty: NO_CHOICES } as const;
    expect(chosenAttributes(after(opened, sourceChosen, came))).toEqual([1]);
    expect(chosenAttributes(after(opened, sourceChosen, came, gone))).toEqual([1]);
    const chosen = { type: 'attributeChosen', slot: 1, column: file.headers.length } as const;
    expect(chosenAttributes(after(opened, sourceChosen, came, chosen))).toEqual([1, file.headers.length]);
    expect(chosenAttributes(after(opened, sourceChosen, came, chosen, gone))).toEqual([]);
  });

  test('reading it again with the same columns keeps the choices, with other columns it does not', () => {
    const again = { ...file, rowCount: 9 };
    const readOptions = { encoding: 'windows-1252' } as const;
    const kept = after(opened, sourceChosen, {
      type: 'fileReread',
      file: again,
      readOptions,
      empty: NO_CHOICES,
    });
    expect(chosenAttributes(kept)).toEqual([1]);
    expect(kept.file?.rowCount).toBe(9);
    for (const headers of [
      ['Status', 'Source', 'Country'],
      ['Status', 'Source', 'Country', 'Visits', 'Deal'],
      ['Status', 'Source', 'Country', 'Visit'],
    ]) {
      const reread = {
        type: 'fileReread',
        file: openedFile(headers),
        readOptions,
        empty: NO_CHOICES,
      } as const;
      expect(chosenAttributes(after(opened, sourceChosen, reread))).toEqual([]);
    }
    const other = openedFile(['A', 'B']);
    const lost = after(opened, sourceChosen, {
      type: 'fileReread',
      file: other,
      readOptions,
      empty: NO_CHOICES,
    });
    expect(chosenAttributes(lost)).toEqual([]);
    expect(lost.readOptions).toBe(readOptions);
  });
});

describe('steps', () => {
  test('values need a status column and attribute 1', () => {
    expect(canVisit(start, 2)).toBe(false);
    expect(canVisit(after(opened), 2)).toBe(true);
    expect(canVisit(after(opened), 3)).toBe(false);
    expect(canVisit(after(opened, sourceChosen), 3)).toBe(true);
  });

  test('before a file is open there is only step 1, and no column has a name', () => {
    expect(canVisit(start, 1)).toBe(true);
    expect(canVisit(start, 3)).toBe(false);
    expect(columnsToMap(start)).toEqual([]);
    expect(hasColumns(start)).toBe(false);
    expect(headerOf(start, 0)).toBe('');
    expect(headerOf({ file }, 1)).toBe('Source');
    expect(headerOf({ file }, 4)).toBe('');
    expect(reduceWorkflow(start, sourceChosen)).toBe(start);
  });

  test('without a status column there is nothing to map', () => {
    const state = after(opening(openedFile(['A', 'B', 'C'])), sourceChosen);
    expect(columnsToMap(state)).toEqual([]);
    expect(hasColumns(state)).toBe(false);
  });

  test('the second attribute alone is not enough', () => {
    const state = after(opened, { type: 'attributeChosen', slot: 1, column: 1 });
    expect(canVisit(state, 3)).toBe(false);
    expect(planOf(state)).toBeNull();
  });

  test('step 3 visits the status column, then the attributes in slot order', () => {
    const state = after(opened, { type: 'attributeChosen', slot: 2, column: 3 }, sourceChosen);
    expect(columnsToMap(state)).toEqual([0, 1, 3]);
  });

  test('starting over forgets everything and takes the given defaults', () => {
    const settings = { conversionValue: 40, thresholdPercent: 20 };
    const startOver = { type: 'startedOver', settings } as const;
    expect(reduceWorkflow(after(opened, sourceChosen), startOver)).toEqual(initialState(settings));
  });
});

describe('columns of the search', () => {
  const [quarters, halves] = ['Quarter', 'Half'].map((label) => [{ min: 0, max: null, label }]) as [
    Range[],
    Range[],
  ];
  const taken = {
    type: 'suggestionsAccepted',
    openedAt: 1,
    columns: [3, 2],
    ranges: new Map([[3, quarters]]),
    dates: new Map(),
  } as const;
  const converted = { statusColumn: 0, values: ['Won'], isGuessed: true };
  const chosenRanges: WorkflowEvent = { type: 'rangesChanged', column: 3, ranges: halves };

  test('become the attributes with their ranges, and choices made while they were described stay', () => {
    const elsewhere: WorkflowEvent = { type: 'rangesChanged', column: 1, ranges: halves };
    expect(after(opened, sourceChosen, taken).attributeColumns).toEqual([3, 2, null]);
    expect(after(opened, elsewhere, taken).ranges).toEqual(
      new Map([
        [1, halves],
        [3, quarters],
      ]),
    );
    expect(after(opened, chosenRanges, taken).ranges).toEqual(new Map([[3, halves]]));
    const byDate: WorkflowEvent = { type: 'datesNamed', column: 2, dates: { preset: 'hour', format: 'iso' } };
    const dates = new Map([[2, { preset: 'weekday', format: 'iso' }]] as const);
    expect(after(opened, byDate, { ...taken, dates }).dates.get(2)).toEqual({
      preset: 'hour',
      format: 'iso',
    });
    expect(after(opened, { ...taken, dates }).dates).toEqual(dates);
  });

  test('give a column ranges that the visitor has set to single numbers, and confirm no guess by themselves', () => {
    const single: WorkflowEvent = { type: 'rangesChanged', column: 3, ranges: [] };
    const guess: WorkflowEvent = { type: 'chosen', choices: { guessed: new Set(['converted', 'columns']) } };
    const state = after(opened, single, guess, taken);
    expect(state.ranges.get(3)).toBe(quarters);
    expect([...state.guessed]).toEqual(['converted', 'columns']);
  });

  test('change nothing once another file is open', () => {
    const next = after(opened, { ...opened, openedAt: 2 });
    expect(change(next, { ...taken, converted })).toBe(next);
  });

  test('take a free slot one by one, or the last one, and none twice', () => {
    const one = (column: number) => ({ ...taken, columns: [column], isOneMore: true });
    const [first, second, third] = [1, 2, 3].map((count) =>
      after(opened, ...[0, 1, 2].slice(0, count).map(one)),
    );
    expect(first?.attributeColumns).toEqual([0, null, null]);
    expect(second?.attributeColumns).toEqual([0, 1, null]);
    expect(third?.attributeColumns).toEqual([0, 1, 2]);
    expect(after(opened, ...[0, 1, 2, 3].map(one)).attributeColumns).toEqual([0, 1, 3]);
    expect(after(opened, ...[0, 1, 1].map(one)).attributeColumns).toEqual([0, 1, null]);
  });

  test('bring the confirmed converted values, which replace earlier ones and are no longer left out', () => {
    const leftOut: WorkflowEvent = { type: 'leftOutChanged', values: ['Won', 'Spam'], isLeftOut: true };
    const state = after(opened, leftOut, { ...taken, converted });
    expect([...qualifiedValues(state)]).toEqual(['Won']);
    expect([...(state.leftOutStatuses.get(0) ?? [])]).toEqual(['Spam']);
    expect([...state.guessed]).toEqual(['converted', 'columns']);
    const known = after(opened, { ...taken, converted: { ...converted, isGuessed: false } });
    expect([...known.guessed]).toEqual(['columns']);
    const other = after(opened, { type: 'statusChosen', column: 1 }, { ...taken, converted });
    expect([...qualifiedValues(other)]).toEqual(['Qualified']);
    expect(other.attributeColumns).toEqual([3, 2, null]);
  });
});

test('the time at which the file was opened identifies the work, even after the file is read again', () => {
  const state = after(opened, sourceChosen, {
    type: 'fileReread',
    file: openedFile(['A']),
    readOptions: {},
    empty: NO_CHOICES,
  });
  expect(state.openedAt).toBe(1);
  expect(reduceWorkflow(state, { ...opened, openedAt: 2 }).openedAt).toBe(2);
  const startOver = { type: 'startedOver', settings: DEFAULT_SETTINGS } as const;
  expect(reduceWorkflow(after(opened), startOver).openedAt).toBe(0);
});

describe('values', () => {
  test('converted values start as Qualified and belong to their status column', () => {
    const won = after(opened, { type: 'qualifiedChanged', values: ['Won'], isQualified: true });
    expect([...qualifiedValues(won)]).toEqual(['Qualified', 'Won']);
    const elsewhere = change(won, { type: 'statusChosen', column: 2 });
    expect([...qualifiedValues(elsewhere)]).toEqual(['Qualified']);
    const back = change(elsewhere, { type: 'statusChosen', column: 0 });
    expect([...qualifiedValues(back)]).toEqual(['Qualified', 'Won']);
    expect(back.isStatusGuessed).toBe(false);
  });

  test('converted values can be replaced by others, which are no longer left out; those of another column stay', () => {
    const leftOut: WorkflowEvent = { type: 'leftOutChanged', values: ['Won', 'Spam'], isLeftOut: true };
    const replaced = after(opened, leftOut, { type: 'convertedReplaced', values: ['Won', 'Paid'] });
    expect([...qualifiedValues(replaced)]).toEqual(['Won', 'Paid']);
    expect([...(replaced.leftOutStatuses.get(0) ?? [])]).toEqual(['Spam']);
    const none = change(replaced, { type: 'convertedReplaced', values: [] });
    expect([...qualifiedValues(none)]).toEqual([]);
    const elsewhere = change(
      replaced,
      { type: 'statusChosen', column: 2 },
      { type: 'convertedReplaced', values: ['Yes'] },
    );
    expect([...(elsewhere.qualified.get(0) ?? [])]).toEqual(['Won', 'Paid']);
    expect([...qualifiedValues(elsewhere)]).toEqual(['Yes']);
  });

  test('an empty name, spaces and the value itself are no mapping', () => {
    const map = (replacement: string): WorkflowEvent => ({
      type: 'valuesMapped',
      column: 1,
      values: ['google'],
      replacement,
    });
    expect(after(opened, map('Google')).mappings.get(1)).toEqual(new Map([['google', 'Google']]));
    for (const replacement of ['', '   ', 'google'])
      expect(after(opened, map('Google'), map(replacement)).mappings.size).toBe(0);
  });

  test('a value named __proto__ maps like any other', () => {
    const state = after(opened, sourceChosen, {
      type: 'valuesMapped',
      column: 1,
      values: ['__proto__'],
      replacement: 'constructor',
    });
    expect(planOf(state)?.attributes[0]?.mapping.get('__proto__')).toBe('constructor');
  });
});

test('the plan names columns, ranges, mappings and converted values', () => {
  const ranges = [{ min: 0, max: null, label: 'All' }];
  const state = after(
    opened,
    sourceChosen,
    { type: 'attributeChosen', slot: 2, column: 3 },
    { type: 'rangesChanged', column: 3, ranges },
    { type: 'valuesMapped', column: 1, values: ['google'], replacement: 'Google' },
  );
  expect(planOf(state)).toEqual({
    statusColumn: 0,
    qualified: new Set(['Qualified']),
    attributes: [
      { column: 1, field: 'Source', ranges: null, mapping: new Map([['google', 'Google']]) },
      { column: 3, field: 'Visits', ranges, mapping: new Map() },
    ],
  });
});

describe('the settings of an earlier analysis', () => {
  const named = (column: number, value: string, replacement: string): WorkflowEvent => ({
    type: 'valuesMapped',
    column,
    values: [value],
    replacement,
  });
  const reused: WorkflowEvent = {
    type: 'settingsReused',
    openedAt: 1,
    name: 'October',
    notes: [],
    choices: choicesOf(
      {
        statusColumn: 0,
        attributeColumns: [1],
        qualified: new Set(['Won']),
        ranges: new Map(),
        mappings: new Map([[1, new Map([['ads', 'Ads']])]]),
      },
      DEFAULT_SETTINGS,
    ),
  };

  test('bring their names to their columns; names that the visitor gave in other columns stay', () => {
    const own = new Map([['DE', 'Germany']]);
    const state = after(opened, named(1, 'google', 'Google'), named(2, 'DE', 'Germany'), reused);
    expect(state.mappings).toEqual(
      new Map([
        [1, new Map([['ads', 'Ads']])],
        [2, own],
      ]),
    );
    const undone = change(state, { type: 'reuseUndone' });
    expect(undone.mappings).toEqual(
      new Map([
        [1, new Map([['google', 'Google']])],
        [2, own],
      ]),
    );
  });

  test('leave the file, its hidden columns and a date column that they do not name as they were', () => {
    const state = after(
      opened,
      { type: 'columnsHidden', columns: [3], isHidden: true },
      { type: 'dateFilterChanged', change: { dateColumn: 2 } },
      reused,
    );
    expect(state).toMatchObject({ file, openedAt: 1, readOptions: {} });
    expect(state.hiddenColumns).toEqual(new Set([3]));
    expect(state.dateFilter.dateColumn).toBe(2);
  });

  test('of another file that was opened meanwhile change nothing', () => {
    const state = after({ ...opened, openedAt: 2 });
    expect(reduceWorkflow(state, reused)).toBe(state);
  });
});

describe('the draft', () => {
  const state = after({ ...opened, readOptions: { delimiter: ';' } }, sourceChosen);
  const at = { step: 3, position: 1 } as const;
  const packed = structuredClone(packDraft(state, at));

  test('restores every choice for the same columns', () => {
    const restored = readDraft(packed, file);
    expect(restored?.at).toEqual(at);
    expect(restored && reduceWorkflow(start, { type: 'restored', file, ...restored })).toEqual(state);
    expect(readOptionsOf(packed)).toEqual({ delimiter: ';' });
  });

  test('of an earlier release restores the choices that it has', () => {
    const { hasResults: _, openedAt: __, apply, ...others } = packed.choices;
    const { conversionAction: ___, ...earlierApply } = apply;
    const choices = { ...others, apply: earlierApply };
    const earlier = readDraft({ ...packed, choices }, file);
    expect(earlier && reduceWorkflow(start, { type: 'restored', file, ...earlier })).toEqual({
      ...state,
      openedAt: 0,
    });
  });

  test('is not applied to other columns, nor when another version wrote it', () => {
    expect(readDraft(packed, openedFile(['Status', 'Source']))).toBeNull();
    expect(readDraft({ ...packed, version: 0 }, file)).toBeNull();
    expect(readOptionsOf(null)).toEqual({});
  });
});

describe('the saved analysis of a work', () => {
  const save: SaveState = { saved: { id: 'one', content: '[]', isGone: false }, attempt: null };
  const saved = { type: 'saveChanged', fileNumber: file.number, save } as const;

  test('stays over changed choices, and comes back with the draft', () => {
    const state = after(opened, sourceChosen, saved, { type: 'attributeChosen', slot: 1, column: 2 });
    expect(state.save).toBe(save);
    const restored = readDraft(structuredClone(packDraft(state, { step: 2, position: 0 })), file);
    if (!restored) throw new Error('The draft has no choices');
    expect(after({ type: 'restored', file, ...restored }).save).toEqual(save);
  });

  test.each<[string, WorkflowEvent]>([
    ['another file', { ...opened, openedAt: 2 }],
    [
      'other rows of the same file',
      { type: 'fileReread', file, readOptions: { keepPreamble: true }, empty: NO_CHOICES },
    ],
  ])('is not that of %s', (_, event) => {
    expect(after(opened, saved, event).save).toEqual(NOT_SAVED);
  });

  test.each<[string, WorkflowEvent]>([
    ['a file that was opened', { ...opened, openedAt: 2, file: { ...file, number: 2 } }],
    [
      'other rows that were read',
      { type: 'fileReread', file: { ...file, number: 2 }, readOptions: {}, empty: NO_CHOICES },
    ],
  ])('is not that of %s during the save', (_, event) => {
    expect(after(opened, event, saved).save).toEqual(NOT_SAVED);
  });

  test('is that of no file after a new start during the save', () => {
    const start = initialState(DEFAULT_SETTINGS);
    expect(reduceWorkflow(start, saved)).toBe(start);
  });
});

describe('defaults that arrive later than the page', () => {
  const early = { conversionValue: 100, thresholdPercent: 10 };
  const late = { conversionValue: 30, thresholdPercent: 3 };
  const arrive = { type: 'defaultsChanged', from: early, to: late } as const;

  test('replace unchanged settings, even after a file is open', () => {
    const withFile = reduceWorkflow(initialState(early), opened);
    expect(reduceWorkflow(withFile, arrive).settings).toEqual(late);
  });

  test('do not replace settings that were set or restored, even to the same figures', () => {
    const same = { type: 'chosen', choices: { settings: { ...early } }, keepsResults: true } as const;
    const set = after(opened, same);
    expect(reduceWorkflow(set, arrive)).toBe(set);
  });
});

describe('the definitions of converted', () => {
  const analysed: WorkflowEvent = { type: 'analysed' };
  const tick = (value: string, isQualified = true): WorkflowEvent => ({
    type: 'qualifiedChanged',
    values: [value],
    isQualified,
  });

  test('that were analysed are counted once each, in any order of the ticks', () => {
    const work = change(
      openWork(file),
      { type: 'statusChosen', column: 0 },
      { type: 'attributeChosen', slot: 0, column: 1 },
    );
    expect(work.definitions.size).toBe(0);
    const one = change(work, tick('Won'), analysed, analysed);
    expect(one.definitions.size).toBe(1);
    const two = change(one, tick('Sold'), tick('Lost'), tick('Lost', false), analysed);
    expect(two.definitions.size).toBe(2);
    const again = change(two, tick('Won', false), tick('Sold', false), tick('Sold'), tick('Won'), analysed);
    expect(again.definitions.size).toBe(2);
    expect(change(again, { type: 'attributeChosen', slot: 1, column: 2 }, analysed).definitions.size).toBe(2);
  });

  test('stay with earlier settings and their undo, and begin anew with another file', () => {
    const work = change(openWork(file), { type: 'statusChosen', column: 0 }, tick('Won'), analysed);
    const { file: _, ...choices } = openWork(file);
    const reused = change(work, {
      type: 'settingsReused',
      openedAt: work.openedAt,
      name: 'before',
      notes: [],
      choices,
    });
    expect(reused.definitions.size).toBe(1);
    expect(change(reused, { type: 'reuseUndone' }).definitions.size).toBe(1);
    expect(change(work, opening(file, 9)).definitions.size).toBe(0);
  });
});

test('the best split marks ranges as chosen by the outcome until they are replaced; an edit is none', () => {
  const ranges = [{ min: 0, max: null, label: '' }];
  const split = change(openWork(file), { type: 'rangesChanged', column: 2, ranges, by: 'best-split' });
  expect(split.rangeOrigins.get(2)).toBe('best-split');
  const edited = change(split, { type: 'rangesChanged', column: 2, ranges: [{ ...ranges[0]!, label: 'x' }] }); // there is one
  expect(edited.rangeOrigins.get(2)).toBe('best-split');
  expect(change(edited, { type: 'rangesChanged', column: 2, ranges, by: null }).rangeOrigins.size).toBe(0);
});

describe('guesses', () => {
  const guessed = {
    type: 'chosen',
    choices: { guessed: new Set(['converted', 'columns'] as const) },
  } as const;
  const work = after(opened, guessed);

  test('are confirmed part by part', () => {
    const confirm = (...parts: ('converted' | 'columns' | 'status')[]) => {
      const { isStatusGuessed, guessed: rest } = change(work, { type: 'guessesConfirmed', parts });
      return [isStatusGuessed, ...rest];
    };
    expect(confirm('status')).toEqual([false, 'converted', 'columns']);
    expect(confirm('columns')).toEqual([true, 'converted']);
    expect(confirm('converted', 'columns', 'status')).toEqual([false]);
    expect(
      change(work, { type: 'statusChosen', column: 2 }, { type: 'guessesConfirmed', parts: [] }),
    ).toMatchObject({
      isStatusGuessed: false,
    });
  });

  test('end with a choice of the same part', () => {
    expect([...change(work, sourceChosen).guessed]).toEqual(['converted']);
    const tick: WorkflowEvent = { type: 'qualifiedChanged', values: ['Won'], isQualified: false };
    expect([...change(work, tick).guessed]).toEqual(['columns']);
    const bringBack: WorkflowEvent = { type: 'leftOutChanged', values: ['Won'], isLeftOut: false };
    expect([...change(work, bringBack).guessed]).toEqual(['converted', 'columns']);
  });

  test('of the status end when it is chosen again, which keeps the results', () => {
    const again = change(work, { type: 'analysed' }, { type: 'statusChosen', column: 0 });
    expect(again).toMatchObject({ isStatusGuessed: false, hasResults: true });
    expect(change(again, { type: 'statusChosen', column: 2 }).hasResults).toBe(false);
  });
});

describe('statuses', () => {
  const leaveOut = (values: string[], isLeftOut = true) =>
    ({ type: 'leftOutChanged', values, isLeftOut }) as const;
  const tick = (values: string[], isQualified = true) =>
    ({ type: 'qualifiedChanged', values, isQualified }) as const;
  const setsOf = ({ qualified, leftOutStatuses }: WorkflowState) => [
    [...(qualified.get(0) ?? [])],
    [...(leftOutStatuses.get(0) ?? [])],
  ];

  test('that are left out no longer count as converted, and those that count are no longer left out', () => {
    const both = after(opened, tick(['Won', 'Sold']), leaveOut(['Won', 'Spam']));
    expect(setsOf(both)).toEqual([
      ['Qualified', 'Sold'],
      ['Won', 'Spam'],
    ]);
    expect(setsOf(change(both, tick(['Won'])))).toEqual([['Qualified', 'Sold', 'Won'], ['Spam']]);
  });

  test('that are taken out of one set come into no other', () => {
    const both = after(opened, tick(['Won']), leaveOut(['Spam']));
    expect(setsOf(change(both, tick(['Won', 'Spam'], false)))).toEqual([['Qualified'], ['Spam']]);
    const back = change(both, leaveOut(['Won', 'Spam'], false));
    expect(setsOf(back)).toEqual([['Qualified', 'Won'], []]);
    expect(back.leftOutStatuses.size).toBe(0);
    expect(after(opened, leaveOut(['Spam'], false)).qualified.size).toBe(0);
  });

  test('change nothing without a status column', () => {
    const work = after(opening(openedFile(['A', 'B'])));
    for (const event of [
      tick(['Won']),
      leaveOut(['Won']),
      { type: 'convertedReplaced', values: ['Won'] } as const,
    ])
      expect(change(work, event)).toBe(work);
  });
});

describe('columns', () => {
  test('are hidden once each, and shown again', () => {
    const hide = (columns: number[], isHidden = true) =>
      ({ type: 'columnsHidden', columns, isHidden }) as const;
    const hidden = after(opened, { type: 'analysed' }, hide([3, 1]), hide([1, 2]));
    expect([...hidden.hiddenColumns]).toEqual([3, 1, 2]);
    expect(hidden.hasResults).toBe(true);
    expect([...change(hidden, hide([1, 0], false)).hiddenColumns]).toEqual([3, 2]);
  });

  test('in another number format have other ranges where their numbers change', () => {
    const ranges = [{ min: 0, max: null, label: 'All' }];
    const split = after(opened, { type: 'rangesChanged', column: 3, ranges, by: 'best-split' });
    const format = { type: 'numberFormatChosen', column: 3, format: 'decimal-comma' } as const;
    const same = change(split, format);
    expect(same.numberFormats.get(3)).toBe('decimal-comma');
    expect([same.ranges.get(3), same.rangeOrigins.get(3)]).toEqual([ranges, 'best-split']);
    const others = [{ min: 5, max: null, label: 'High' }];
    const changed = change(split, { ...format, ranges: others });
    expect([changed.ranges.get(3), changed.rangeOrigins.has(3)]).toEqual([others, false]);
    const none = change(split, { ...format, ranges: null });
    expect([none.ranges.has(3), none.rangeOrigins.has(3)]).toEqual([false, false]);
  });

  test('of dates lose their part where none is chosen', () => {
    const dates = { preset: 'hour', format: 'iso' } as const;
    const named = after(opened, { type: 'datesNamed', column: 2, dates });
    expect(named.dates).toEqual(new Map([[2, dates]]));
    expect(change(named, { type: 'datesNamed', column: 2, dates: null }).dates.size).toBe(0);
  });

  test('give days one by one', () => {
    const state = after(
      opened,
      { type: 'dateFilterChanged', change: { dateColumn: 2, from: 5 } },
      { type: 'dateFilterChanged', change: { youngerThanDays: 7 } },
    );
    expect(state.dateFilter).toMatchObject({ dateColumn: 2, from: 5, youngerThanDays: 7 });
  });

  test('lose their names with an empty mapping', () => {
    const mapping = new Map([['google', 'Google']]);
    const named = after(opened, { type: 'mappingReplaced', column: 1, mapping });
    expect(named.mappings).toEqual(new Map([[1, mapping]]));
    expect(change(named, { type: 'mappingReplaced', column: 1, mapping: new Map() }).mappings.size).toBe(0);
  });
});

describe('amounts', () => {
  const choose = (column: number | null) => ({ type: 'valueColumnChosen', column }) as const;

  test('are shown first by value, and without them by conversions', () => {
    const chosen = after(opened, choose(3));
    expect(chosen).toMatchObject({ valueColumn: 3, basis: 'value' });
    expect(change(chosen, choose(null))).toMatchObject({ valueColumn: null, basis: 'conversions' });
  });

  test('have a currency per column, which also becomes the setting', () => {
    const state = after(opened, choose(3), { type: 'currencyChosen', currency: 'GBP' });
    expect(state.currencies).toEqual(new Map([[3, 'GBP']]));
    expect(state.settings).toEqual({ ...DEFAULT_SETTINGS, currency: 'GBP' });
  });

  test('by a column of currencies lose a currency that was chosen; no column is a choice too', () => {
    const chosen = after(opened, choose(3), { type: 'currencyChosen', currency: 'GBP' });
    for (const column of [2, null]) {
      const state = change(chosen, { type: 'currencyColumnChosen', column });
      expect(state.currencyColumns).toEqual(new Map([[3, column]]));
      expect(state.currencies.size).toBe(0);
    }
    const without = after(opened);
    expect(change(without, { type: 'currencyColumnChosen', column: 2 })).toBe(without);
  });

  describe('of a proposal, by conversions at the mean deal', () => {
    const settings = { conversionValue: 250, thresholdPercent: 5 };
    const taken: WorkflowEvent = {
      type: 'suggestionsAccepted',
      openedAt: 1,
      columns: [1],
      ranges: new Map(),
      dates: new Map(),
      converted: { statusColumn: 0, values: ['Won'], isGuessed: true },
      amounts: { column: 3, basis: 'conversions', currency: null, conversionValue: 4804 },
    };
    const chosen = (settings: WorkflowState['settings']): WorkflowEvent => ({
      type: 'chosen',
      choices: { settings },
      keepsResults: true,
    });
    const withDeal = after(opened, chosen(settings), taken);
    const valueIn = (state: WorkflowState) => state.settings.conversionValue;

    test('lose it with their file or column, and the value of the visitor comes back', () => {
      expect(withDeal.settings).toEqual({ ...settings, conversionValue: 4804 });
      for (const end of [opening(file, 2), choose(2), choose(null)])
        expect(change(withDeal, end).settings).toEqual(settings);
      expect(valueIn(change(withDeal, choose(3)))).toBe(4804);
      const other = openedFile(['Status', 'Source']);
      const reread = { type: 'fileReread', file: other, readOptions: {}, empty: NO_CHOICES } as const;
      expect(valueIn(change(withDeal, reread))).toBe(250);
      expect(valueIn(change(withDeal, { ...reread, file: { ...file, rowCount: 9 } }))).toBe(4804);
    });

    test('taken twice leave the value of the visitor', () => {
      const again = change(withDeal, choose(null), taken);
      expect(valueIn(again)).toBe(4804);
      expect(valueIn(change(again, opening(file, 2)))).toBe(250);
    });

    test('keep a threshold that is chosen with them, and give way to a value that is typed', () => {
      const threshold = change(withDeal, chosen({ ...withDeal.settings, thresholdPercent: 20 }));
      expect(change(threshold, opening(file, 2)).settings).toEqual({ ...settings, thresholdPercent: 20 });
      const typed = change(withDeal, chosen({ ...settings, conversionValue: 300 }));
      expect(valueIn(change(typed, opening(file, 2)))).toBe(300);
    });

    test('lose it after a reload too', () => {
      const packed = structuredClone(packDraft(withDeal, { step: 4, position: 0 }));
      const restored = readDraft(packed, file)?.choices;
      expect(valueIn(change({ ...restored!, file }, opening(file, 2)))).toBe(250); // the draft of this file
    });

    test('by value change no conversion value', () => {
      const byValue = change(after(opened, chosen(settings)), {
        ...taken,
        amounts: { column: 3, basis: 'value', currency: null, conversionValue: 4804 },
      });
      expect(byValue.settings).toBe(settings);
      expect(change(byValue, opening(file, 2)).settings).toBe(settings);
    });
  });

  test('per status belong to the status column, and end when they are switched off', () => {
    const type = (amount: number | null, status = 'Won') =>
      ({ type: 'statusAmountTyped', status, amount }) as const;
    const on = after(opened, { type: 'statusAmountsSwitched', isOn: true });
    expect(on.statusAmounts).toEqual(new Map([[0, new Map()]]));
    expect(on.basis).toBe('value');
    const typed = change(on, type(5), type(7, 'Sold'), type(null));
    expect(typed.statusAmounts).toEqual(new Map([[0, new Map([['Sold', 7]])]]));
    const off = change(typed, { type: 'statusAmountsSwitched', isOn: false });
    expect(off.statusAmounts.size).toBe(0);
    expect(off.basis).toBe('conversions');
    expect(after(opened, type(5)).statusAmounts).toEqual(new Map([[0, new Map([['Won', 5]])]]));
    const noStatus = after(opening(openedFile(['A', 'B'])));
    expect(change(noStatus, type(5))).toBe(noStatus);
    expect(change(noStatus, { type: 'statusAmountsSwitched', isOn: true })).toBe(noStatus);
  });
});

describe('settings in use', () => {
  const { file: _, ...choices } = openWork(file);
  const used: WorkflowEvent = { type: 'settingsReused', openedAt: 1, name: 'October', notes: [], choices };

  test('can be undone until a choice changes', () => {
    const before = after(opened, sourceChosen);
    const inUse = change(before, used);
    expect(inUse.reuse).toMatchObject({ kind: 'used', name: 'October', notes: [] });
    expect(change(inUse, { type: 'reuseUndone' })).toEqual(before);
    const changed = change(inUse, { type: 'attributeChosen', slot: 1, column: 2 });
    expect(changed.reuse).toMatchObject({ kind: 'used', name: 'October', before: null });
    expect(change(changed, { type: 'reuseUndone' })).toBe(changed);
  });

  test('that were not wanted are not offered again after a choice, and there is nothing to undo', () => {
    const dismissed = after(opened, { type: 'reuseDismissed' }, sourceChosen);
    expect(dismissed.reuse).toEqual({ kind: 'dismissed' });
    expect(change(dismissed, { type: 'reuseUndone' })).toBe(dismissed);
    const none = after(opened);
    expect(change(none, { type: 'reuseUndone' })).toBe(none);
  });

  test('with a column of dates bring their days', () => {
    const dateFilter = { ...choices.dateFilter, dateColumn: 3, from: 5 };
    const state = after(
      opened,
      { type: 'dateFilterChanged', change: { dateColumn: 2 } },
      { ...used, choices: { ...choices, dateFilter } },
    );
    expect(state.dateFilter).toBe(dateFilter);
  });
});

test('what arrives late while the results are shown counts as analysed; a closed file and another one do not', () => {
  const tick: WorkflowEvent = { type: 'qualifiedChanged', values: ['Won'], isQualified: true };
  const analysed = after(opened, sourceChosen, { type: 'analysed' });
  expect(reduceResults(analysed, tick)).toMatchObject({ hasResults: true });
  expect((reduceResults(analysed, tick) as WorkflowState).definitions.size).toBe(2);
  const settings = DEFAULT_SETTINGS;
  expect(reduceResults(analysed, { type: 'startedOver', settings })).toEqual(initialState(settings));
  expect(reduceResults(start, opened)).toMatchObject({ hasResults: false });
  const look = { type: 'chosen', choices: { basis: 'value' }, keepsResults: true } as const;
  expect((reduceResults(analysed, look) as WorkflowState).definitions).toBe(analysed.definitions);
});

test('results end where Undo takes their columns away, and stay where it does not', () => {
  const empty = openWork(openedFile(['Status', 'Source']));
  const chosen = { ...empty, statusColumn: 0, attributeColumns: [1, null, null] };
  const analysed = reduceResults(chosen, { type: 'analysed' }) as WorkflowState;
  const undo = (choices: Partial<WorkflowState>) =>
    reduceResults(analysed, {
      type: 'undone',
      fileNumber: analysed.file!.number, // it is open
      changes: [{ before: { ...analysed, ...choices }, after: analysed }],
    });
  expect(undo({ attributeColumns: [null, null, null] })).toMatchObject({ hasResults: false });
  expect(undo({ mappings: new Map() })).toMatchObject({ hasResults: true });
});

describe('open leads by their chance', () => {
  const byChance: WorkflowEvent = {
    type: 'chosen',
    choices: { stages: { margin: 0.5, openByChance: true } },
    keepsResults: true,
  };
  const leaveOut = (...values: string[]): WorkflowEvent => ({
    type: 'leftOutChanged',
    values,
    isLeftOut: true,
  });
  const ofAge = (youngerThanDays: number | null): WorkflowEvent => ({
    type: 'dateFilterChanged',
    change: { youngerThanDays },
  });

  test('end when open leads are left out, by status or by age, and other choices about stages stay', () => {
    for (const event of [
      leaveOut('Open - Not Contacted'),
      ofAge(28),
      { type: 'chosen', choices: { leftOutStatuses: new Map([[0, new Set(['New'])]]) } } as const,
    ])
      expect(after(opened, byChance, event).stages).toEqual({ margin: 0.5 });
    expect(after(opened, byChance, leaveOut('Spam'), ofAge(null)).stages).toMatchObject({
      openByChance: true,
    });
  });

  test('bring back open leads that were left out, and no others', () => {
    const state = after(opened, leaveOut('New', 'Spam'), ofAge(28), byChance);
    expect(state.leftOutStatuses).toEqual(new Map([[0, new Set(['Spam'])]]));
    expect(state.dateFilter.youngerThanDays).toBeNull();
    expect(state.stages).toMatchObject({ openByChance: true });
  });

  test('lose no results where no lead was left out', () => {
    const state = after(opened, sourceChosen, { type: 'analysed' }, byChance);
    expect(state.hasResults).toBe(true);
    expect(planOf(state)).toEqual(planOf(after(opened, sourceChosen)));
  });
});
