import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  DRAFT_VERSION,
  packDraft,
  packSettings,
  SETTINGS_VERSION,
} from '#frontend/features/wizard/pack-work.ts';
import {
  wizardStepSchema,
  readDraft,
  readOptionsOf,
  readSettings,
  workWithin,
} from '#frontend/features/wizard/stored-work.ts';
import type { KeptWork } from '#frontend/features/wizard/workflow-state.ts';
import { analyse } from '#frontend/analysis/judge/analyse.ts';
import { cutFigures, KEPT_METRICS, type EarlierFigures } from '#frontend/choices/earlier-figures.ts';
import { packEarlier } from '#frontend/features/reuse/keep-figures.tsx';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { keptWithin } from '#frontend/choices/stored.ts';
import { openWork } from '#test/support/open-work.ts';
import type { KeptSettings } from '#frontend/choices/kept-settings.ts';
import type { StoredStages } from '#contract/configuration.ts';
import type { SavedChoices } from '#frontend/choices/choices.ts';
import { openedFile } from '#test/support/opened-file.ts';

const file = openedFile(['Status', 'Source', 'Visits', 'Deal', 'Day']);
const { file: _, ...untouched } = openWork(file);
const ranges = new Map([
  [
    2,
    [
      { min: 0, max: 4.5, label: 'few' },
      { min: 5, max: null, label: '' },
    ],
  ],
]);
const mappings = new Map([[1, new Map([['__proto__', 'Other']])]]);
const dates = new Map([[4, { preset: 'month', format: 'day-first' }]] as const);
const dateFilter = { dateColumn: 4, dateFormat: 'iso', from: 0, to: null, youngerThanDays: 7 } as const;

const stages: StoredStages = {
  plan: {
    shape: { kind: 'columns', stages: [{ column: 'MQL', holds: 'dates' }] },
    statusColumn: 'Status',
    won: ['Won'],
    open: ['New', '(Blank)'],
    wonColumn: 'Closed',
    isWonByColumn: true,
    lostColumn: null,
  },
  amount: 1900,
  share: 0.25,
  margin: 0.4,
  actions: [{ stage: 'Lead', action: 'Form lead' }],
  sends: 'increase',
};

/** Every choice made. */
const all: KeptWork = {
  openedAt: 1_700_000_000_000,
  readOptions: {
    encoding: 'windows-1252',
    delimiter: ';',
    headerRow: 2,
    keepPreamble: false,
    dropFooter: true,
    keepEmptyRows: true,
    leaveOut: ['testLeads', 'duplicates'],
  },
  statusColumn: 0,
  isStatusGuessed: true,
  guessed: new Set(['converted', 'columns']),
  attributeColumns: [1, 2, null],
  ranges,
  rangeOrigins: new Map([[2, 'best-split']]),
  numberFormats: new Map([[3, 'lakh-grouped']]),
  qualified: new Map([[0, new Set(['Won', '(Blank)'])]]),
  leftOutStatuses: new Map([[0, new Set(['Spam'])]]),
  dates,
  dateFilter,
  reading: {
    encoding: 'koi8-r',
    keepPreamble: true,
    dropFooter: false,
    keepOtherLines: true,
    keepCells: ['Zip'],
    blankCells: [{ column: 'Size', values: ['-99'] }],
    choiceColumns: [{ column: 'Interests', separator: ';', choices: ['Email'] }],
  },
  stages,
  mappings,
  valueColumn: 3,
  currencies: new Map([
    [null, 'EUR'],
    [3, 'GBP'],
  ]),
  currencyColumns: new Map([[3, null]]),
  statusAmounts: new Map([[0, new Map([['Won', 12.5]])]]),
  basis: 'value',
  hiddenColumns: new Set([4]),
  hasResults: true,
  definitions: new Set(['[0,"Won"]']),
  settings: { conversionValue: 250, thresholdPercent: 12, currency: 'CHF' },
  conditionKinds: new Map([[1, 'audience']]),
  apply: {
    includesTests: true,
    conversionAction: 'converted-leads',
    isSpecialOffer: false,
    isRescaled: true,
  },
  save: {
    saved: { id: 'one', content: '[]', isGone: false, version: 3, updatedAt: '2026-01-02T03:04:05.000Z' },
    attempt: { key: 'key', content: '[1]' },
  },
  reuse: {
    kind: 'used',
    name: 'October',
    notes: [
      { kind: 'new', header: 'Source', values: ['Bing'] },
      { kind: 'days', header: 'Day' },
    ],
    before: { ...untouched, reuse: { kind: 'dismissed' } },
  },
};

const savedChoices: Required<SavedChoices> = {
  statusColumn: 0,
  attributeColumns: [1, 2],
  qualified: new Set(['Won']),
  ranges,
  rangeOrigins: all.rangeOrigins,
  numberFormats: all.numberFormats,
  stages,
  mappings,
  worth: {
    kind: 'column',
    column: 3,
    numberFormat: 'plain',
    currency: { column: null, code: 'SEK' },
  },
  basis: 'value',
  currency: 'EUR',
  conversionAction: 'every-lead',
  conditionKinds: new Map([[1, 'audience']]),
  includesTests: true,
  isSpecialOffer: false,
  isRescaled: true,
  leftOutStatuses: new Set(['Spam']),
  dates,
  dateFilter,
  reading: all.reading,
};
const kept: KeptSettings = {
  name: 'leads.csv',
  headers: file.headers,
  choices: savedChoices,
  settings: all.settings,
  known: new Map([[1, new Set(['Google'])]]),
};

const at = { step: 4, position: 1 } as const;

/** As the browser gives it back. */
const stored = (choices: object): unknown =>
  structuredClone({
    ...packDraft({ ...all, file }, at),
    choices: { ...all, step: 4, valuesPosition: 1, ...choices },
  });

describe('a draft', () => {
  test('gives every choice back', () => {
    expect(readDraft(structuredClone(packDraft({ ...all, file }, at)), file)).toEqual({
      choices: all,
      at,
    });
    expect(readOptionsOf(stored({}))).toEqual(all.readOptions);
    expect(readDraft(stored(untouched), file)).toEqual({ choices: untouched, at });
  });

  test('of an earlier version has the initial value of the choices that it lacks', () => {
    const { currencies: _c, currencyColumns: _d, dates: _e, apply: _f, ...earlier } = all;
    const packed = structuredClone({
      version: 1,
      headers: file.headers,
      choices: { ...earlier, step: 4, valuesPosition: 1 },
    });
    const { currencies, currencyColumns, dates: initialDates, apply } = untouched;
    expect(readDraft(packed, file)).toEqual({
      choices: { ...all, currencies, currencyColumns, dates: initialDates, apply },
      at,
    });
  });

  test.each<[string, object]>([
    ['a column beyond the file', { statusColumn: 5 }],
    ['a column below it', { attributeColumns: [-1, null, null] }],
    ['half a column', { valueColumn: 1.5 }],
    ['a fourth attribute', { attributeColumns: [1, 2, 3, 4] }],
    ['an object in the place of a map', { mappings: { 1: {} } }],
    ['a text in the place of a set', { hiddenColumns: 'abc' }],
    ['a currency that is not on offer', { currencies: new Map([[3, 'XXX']]) }],
    ['a fifth step', { step: 5 }],
    ['a column behind the third attribute', { valuesPosition: 4 }],
    ['half a position', { valuesPosition: 0.5 }],
    ['settings of another shape', { settings: { conversionValue: 'much' } }],
    ['a note of an unknown kind', { reuse: { ...all.reuse, notes: [{ kind: 'x', header: 'Source' }] } }],
    ['a note without its values', { reuse: { ...all.reuse, notes: [{ kind: 'new', header: 'Source' }] } }],
    ['a column before the first', { valuesPosition: -1 }],
    ['a range without a number', { ranges: new Map([[2, [{ min: Number.NaN, max: null, label: '' }]]]) }],
    ['damage in what Undo brings back', { reuse: { ...all.reuse, before: { basis: 'value' } } }],
  ])('with %s restores its file, read as before, and no choice', (_what, damage) => {
    expect(readDraft(stored(damage), file)).toBeNull();
    expect(readOptionsOf(stored(damage))).toEqual(all.readOptions);
  });

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a number', 7],
    ['a list', []],
    ['an empty object', {}],
    ['a version alone', { version: 2 }],
    ['without headers', { version: 2, headers: null, choices: all }],
  ])('that is %s restores its file only', (_what, packed) => {
    expect(readDraft(packed, file)).toBeNull();
  });

  test('of a later version, or of other columns, restores its file only', () => {
    const packed = structuredClone(packDraft({ ...all, file }, at));
    expect(readDraft({ ...packed, version: DRAFT_VERSION + 1 }, file)).toBeNull();
    expect(readDraft(packed, openedFile(file.headers.slice(0, 4)))).toBeNull();
    expect(readDraft(packed, openedFile([...file.headers.slice(0, 4), 'Days']))).toBeNull();
    expect(readDraft(packed, openedFile([...file.headers, 'More']))).toBeNull();
  });

  test('has the column of step 3 up to the third attribute', () => {
    for (const position of [0, 3])
      expect(readDraft(stored({ valuesPosition: position, step: 3 }), file)?.at).toEqual({
        step: 3,
        position,
      });
  });

  test('of an earlier version brings back with Undo what that version had', () => {
    const { currencies: _c, apply: _a, ...before } = all;
    const reuse = { kind: 'used', name: 'October', notes: [], before: { ...before, reuse: null } };
    const packed = {
      version: DRAFT_VERSION - 1,
      headers: file.headers,
      choices: { ...all, reuse, step: 4, valuesPosition: 1 },
    };
    const restored = readDraft(structuredClone(packed), file)?.choices.reuse;
    expect(restored).toEqual({
      ...reuse,
      before: { ...before, reuse: null, currencies: untouched.currencies, apply: untouched.apply },
    });
    // In a draft of this version nothing may be missing.
    expect(readDraft(structuredClone({ ...packed, version: DRAFT_VERSION }), file)).toBeNull();
    const dismissed = { ...packed, choices: { ...packed.choices, reuse: { kind: 'dismissed' } } };
    expect(readDraft(structuredClone(dismissed), file)?.choices.reuse).toEqual({ kind: 'dismissed' });
  });

  test('has options with which its file can be read', () => {
    const optionsOf = (readOptions: object) => readOptionsOf(stored({ readOptions }));
    expect(optionsOf({ headerRow: 1 })).toEqual({ headerRow: 1 });
    for (const damaged of [
      { headerRow: 0 },
      { headerRow: 1.5 },
      { encoding: 'latin' },
      { leaveOut: ['x'] },
      { sheet: 7 },
    ])
      expect(optionsOf(damaged)).toEqual({});
    const inZip = { entry: 'a.csv', sheet: 'May', wholeSheet: true, keepPreamble: true };
    expect(optionsOf(inZip)).toEqual(inZip);
  });

  test('with options that no reader knows is read without any', () => {
    expect(readOptionsOf(stored({ readOptions: { delimiter: 'x' } }))).toEqual({});
  });
});

/** The figures of an analysis of three leads, as they are kept. */
const earlierFigures = (): EarlierFigures =>
  packEarlier({
    packed: {
      analysis: analyse(
        tallyOfCells(
          ['Source'],
          [
            [['Ads'], 2, 1],
            [['Web'], 1, 0],
          ],
        ),
        { conversionValue: 100, thresholdPercent: 10 },
      ),
      context: {
        fileName: 'a.csv',
        statusColumn: 'Status',
        qualifiedValues: ['Won'],
        attributes: [{ field: 'Source', ranges: null, mapping: new Map() }],
      },
      notQualifiedValues: [],
      toEnter: [],
    },
    saved: { id: 'a', team: null },
    knownBy: 7,
  });

describe('settings for the next file', () => {
  test('come back as they were kept', () => {
    expect(readSettings(structuredClone(packSettings(kept)))).toEqual(kept);
    expect(readSettings(structuredClone({ ...packSettings(kept), version: 1 }))).toEqual(kept);
    const worth = { kind: 'per-status', amounts: new Map([['Won', 3]]) } as const;
    const perStatus = { ...kept, choices: { ...savedChoices, worth } };
    expect(readSettings(structuredClone(packSettings(perStatus)))).toEqual(perStatus);
    const earlier = earlierFigures();
    expect(readSettings(structuredClone(packSettings({ ...kept, earlier })))).toEqual({ ...kept, earlier });
  });

  test('come back without figures that are damaged', () => {
    const damaged = { ...earlierFigures(), settings: null } as unknown as EarlierFigures;
    expect(readSettings(packSettings({ ...kept, earlier: damaged }))).toEqual(kept);
  });

  test('keep counts and no lead: of very many values those with the most leads', () => {
    const { figures } = earlierFigures();
    const metrics = Array.from({ length: KEPT_METRICS + 1 }, (_, at) => ({
      ...figures.metrics[0]!, // one of two
      fieldValue: String(at),
      totalLeads: at,
    }));
    const cut = cutFigures({ ...figures, metrics });
    expect(cut.metrics).toHaveLength(KEPT_METRICS);
    expect(cut.metrics.some(({ totalLeads }) => totalLeads === 0)).toBe(false);
    expect(cutFigures({ ...figures, metrics: metrics.slice(1) }).metrics).toHaveLength(KEPT_METRICS);
    const row = { rows: [['Ada', 'ada@example.com']], headers: ['Name', 'E-mail'] };
    expect(Object.keys(cutFigures({ ...figures, ...row }))).not.toContain('rows');
  });

  test.each<[string, unknown]>([
    ['another version', { ...packSettings(kept), version: SETTINGS_VERSION + 1 }],
    ['version 0', { ...packSettings(kept), version: 0 }],
    ['no headers', { ...packSettings(kept), kept: { ...kept, headers: undefined } }],
    ['columns beyond their headers', packSettings({ ...kept, headers: ['Status'] })],
    [
      'no status column',
      { ...packSettings(kept), kept: { ...kept, choices: { ...savedChoices, statusColumn: null } } },
    ],
    ['nothing', null],
  ])('with %s are not offered', (_what, packed) => {
    expect(readSettings(packed)).toBeNull();
  });
});

describe('the shape', () => {
  /** The shape that a schema takes, with the names of its members in order. */
  function shapeOf(value: unknown, seen: readonly unknown[] = []): unknown {
    if (typeof value === 'function' || typeof value !== 'object' || value === null) return String(value);
    if (seen.includes(value)) return 'again';
    const path = [...seen, value];
    const { _zod: zod } = value as { _zod?: { def: Record<string, unknown> } };
    if (Array.isArray(value)) return value.map((item) => shapeOf(item, path));
    const parts = zod?.def ?? (value as Record<string, unknown>);
    return Object.entries(parts)
      .filter(([name]) => !['checks', 'error', 'getter', 'fn'].includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, shapeOf(part, path)]);
  }
  const print = (schema: unknown) =>
    createHash('sha256')
      .update(JSON.stringify(shapeOf(schema)))
      .digest('hex')
      .slice(0, 12);

  // A new shape gets a new version and a new line here; lines of versions that were released stay.
  test('of drafts is that of their version', () => {
    expect({ [DRAFT_VERSION]: print([workWithin(3), wizardStepSchema]) }).toEqual({ 13: '28073f892114' });
  });
  test('of settings is that of their version', () => {
    expect({ [SETTINGS_VERSION]: print(keptWithin(3)) }).toEqual({ 9: '55bb713c9c53' });
  });
});
