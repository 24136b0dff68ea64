import { describe, expect, test } from 'vitest';
import { choicesOf, initialState, reduceWorkflow } from '#frontend/features/wizard/kit/workflow-state.ts';
import { planOf, typedCurrency } from '#frontend/features/wizard/kit/workflow-selectors.ts';
import type { SavedChoices } from '#frontend/thread/work.ts';
import { openedFile } from '#test/support/opened-file.ts';

const RANGES = [{ min: 0, max: null, label: 'all' }];
const saved = {
  file: new File([''], 'leads.csv'),
  readOptions: { delimiter: ',' } as const,
  choices: {
    statusColumn: 2,
    attributeColumns: [1, 0],
    qualified: new Set(['Won']),
    ranges: new Map([[1, RANGES]]),
    mappings: new Map([[0, new Map([['ads', 'Ads']])]]),
  },
  settings: { conversionValue: 250, thresholdPercent: 5 },
  save: { saved: { id: 'one', content: '[]', isGone: false }, attempt: null },
};

describe('a saved analysis in the wizard', () => {
  test('opens with all its choices', () => {
    const file = openedFile(['Source', 'Visits', 'Status']);
    const state = reduceWorkflow(initialState({ conversionValue: 1, thresholdPercent: 1 }), {
      type: 'restored',
      file,
      choices: choicesOf(saved),
    });
    expect(state).toMatchObject({
      file,
      readOptions: { delimiter: ',' },
      isStatusGuessed: false,
      attributeColumns: [1, 0, null],
      settings: saved.settings,
      save: saved.save,
    });
    expect(planOf(state)).toEqual({
      statusColumn: 2,
      qualified: new Set(['Won']),
      attributes: [
        { column: 1, field: 'Visits', ranges: RANGES, mapping: new Map() },
        { column: 0, field: 'Source', ranges: null, mapping: new Map([['ads', 'Ads']]) },
      ],
    });
  });
});

describe('the currency of a saved analysis', () => {
  const restore = (choices: Partial<typeof saved.choices & SavedChoices>) =>
    reduceWorkflow(initialState({ conversionValue: 1, thresholdPercent: 1, currency: 'GBP' }), {
      type: 'restored',
      file: openedFile(['Source', 'Visits', 'Status', 'Deal', 'Cur'], {
        currency: { code: 'EUR', source: 'column', header: 'Cur' },
      }),
      choices: choicesOf({
        ...saved,
        choices: { ...saved.choices, ...choices },
        settings: { ...saved.settings, currency: 'USD' },
      }),
    });

  test('is chosen again for its amounts, with the column that names it', () => {
    const currency = { column: 4, code: 'USD' } as const;
    const state = restore({ worth: { kind: 'column', column: 3, currency } });
    expect(planOf(state)?.worth).toEqual({ kind: 'column', column: 3, currency });
    // Another column of amounts has not been asked for, and the first keeps its choice.
    const other = reduceWorkflow(state, { type: 'valueColumnChosen', column: 1 });
    expect(planOf(other)?.worth).toEqual({ kind: 'column', column: 1 });
    const back = reduceWorkflow(other, { type: 'valueColumnChosen', column: 3 });
    expect(planOf(back)?.worth).toEqual({ kind: 'column', column: 3, currency });
  });

  test('of a typed conversion value wins over that of the file, which wins over the preference', () => {
    expect(typedCurrency(restore({ currency: 'USD' }))).toBe('USD');
    expect(typedCurrency(restore({}))).toBe('EUR');
    const state = { ...restore({}), file: openedFile(['Source']) };
    expect(typedCurrency(state)).toBe('USD');
    expect(typedCurrency(reduceWorkflow(state, { type: 'currencyChosen', currency: 'NOK' }))).toBe('NOK');
  });
});

describe('defaults that arrive later than the page', () => {
  const early = { conversionValue: 100, thresholdPercent: 10 };
  const late = { conversionValue: 30, thresholdPercent: 3 };
  const arrive = { type: 'defaultsChanged', from: early, to: late } as const;

  test('replace unchanged settings, even after a file is open', () => {
    const opened = reduceWorkflow(initialState(early), {
      type: 'fileOpened',
      file: openedFile(['Status', 'Source']),
      readOptions: {},
      openedAt: 1,
    });
    expect(reduceWorkflow(opened, arrive).settings).toEqual(late);
  });

  test('do not replace settings that were set or restored, even to the same figures', () => {
    const set = reduceWorkflow(initialState(early), { type: 'settingsChanged', settings: { ...early } });
    expect(reduceWorkflow(set, arrive)).toBe(set);
  });
});
