import { describe, expect, test } from 'vitest';
import type { StoredStages } from '#contract/configuration.ts';
import { typedCurrency } from '#frontend/choices/amounts.ts';
import type { SavedChoices } from '#frontend/choices/choices.ts';
import { choicesOf, contextOf, planOf } from '#frontend/choices/list.ts';
import { contentOf } from '#frontend/choices/saved.ts';
import { choicesWithin } from '#frontend/choices/stored.ts';
import { beginWork } from '#frontend/features/wizard/reduce-work.ts';
import { change } from '#test/support/open-work.ts';
import { openedFile } from '#test/support/opened-file.ts';

const RANGES = [{ min: 0, max: null, label: 'all' }];
const saved: SavedChoices = {
  statusColumn: 2,
  attributeColumns: [1, 0],
  qualified: new Set(['Won']),
  ranges: new Map([[1, RANGES]]),
  mappings: new Map([[0, new Map([['ads', 'Ads']])]]),
};
const settings = { conversionValue: 250, thresholdPercent: 5 };

describe('a saved analysis in the wizard', () => {
  test('opens with all its choices', () => {
    const file = openedFile(['Source', 'Visits', 'Status']);
    const choices = choicesOf(saved, settings);
    expect(choices).toMatchObject({
      isStatusGuessed: false,
      attributeColumns: [1, 0, null],
      settings,
    });
    expect(planOf({ ...choices, file })).toEqual({
      statusColumn: 2,
      qualified: new Set(['Won']),
      attributes: [
        { column: 1, field: 'Visits', ranges: RANGES, mapping: new Map() },
        { column: 0, field: 'Source', ranges: null, mapping: new Map([['ads', 'Ads']]) },
      ],
    });
  });
});

describe('a plan', () => {
  const choices = choicesOf(saved, settings);
  const file = openedFile(['Source', 'Visits', 'Status']);

  test('needs a status column and a first attribute', () => {
    expect(planOf({ ...choices, file, statusColumn: null })).toBeNull();
    expect(planOf({ ...choices, file, attributeColumns: [null, 0, null] })).toBeNull();
  });

  test('leaves out statuses without any date', () => {
    const leftOutStatuses = new Map([[2, new Set(['Spam'])]]);
    expect(planOf({ ...choices, file, leftOutStatuses })?.leads).toMatchObject({
      leftOutStatuses: new Set(['Spam']),
      dateColumn: null,
    });
  });

  test('has attributes without names until its file is there', () => {
    expect(planOf({ ...choices, file: null })?.attributes.map(({ field }) => field)).toEqual(['', '']);
  });
});

test('a draft says which choices were guessed', () => {
  const { guessed } = choicesWithin(3);
  const both = new Set(['converted', 'columns']);
  expect(guessed.safeParse(both)).toEqual({ success: true, data: both });
  expect(guessed.safeParse(new Set(['status'])).success).toBe(false);
});

describe('the currency of a saved analysis', () => {
  const file = openedFile(['Source', 'Visits', 'Status', 'Deal', 'Cur'], {
    currency: { code: 'EUR', source: 'column', header: 'Cur' },
  });
  const restore = (choices: Partial<SavedChoices>) => ({
    ...beginWork(choicesOf({ ...saved, ...choices }, { ...settings, currency: 'USD' })),
    file,
  });

  test('is chosen again for its amounts, with the column that names it', () => {
    const currency = { column: 4, code: 'USD' } as const;
    const state = restore({ worth: { kind: 'column', column: 3, currency } });
    expect(planOf(state)?.worth).toEqual({ kind: 'column', column: 3, currency });
    // Another column of amounts has not been asked for, and the first keeps its choice.
    const other = change(state, { type: 'valueColumnChosen', column: 1 });
    expect(planOf(other)?.worth).toEqual({ kind: 'column', column: 1 });
    const back = change(other, { type: 'valueColumnChosen', column: 3 });
    expect(planOf(back)?.worth).toEqual({ kind: 'column', column: 3, currency });
  });

  test('of a typed conversion value wins over that of the file, which wins over the preference', () => {
    expect(typedCurrency(restore({ currency: 'USD' }))).toBe('USD');
    expect(typedCurrency(restore({}))).toBe('EUR');
    const state = { ...restore({}), file: openedFile(['Source']) };
    expect(typedCurrency(state)).toBe('USD');
    expect(typedCurrency({ ...state, file: null })).toBe('USD');
    expect(typedCurrency(change(state, { type: 'currencyChosen', currency: 'NOK' }))).toBe('NOK');
  });
});

describe('choices about stages', () => {
  const shown = { plan: { statusColumn: 2, qualified: new Set<string>(), attributes: [] }, converted: [] };
  const contentWith = (stages: StoredStages) => {
    const file = { headers: ['Day', 'Stage', 'Status'], fileName: 'x.csv' };
    return contentOf({
      context: contextOf({ ...choicesOf({ ...saved, stages }, settings), file }, shown),
      settings,
    });
  };

  test('are the same in whatever order they were made', () => {
    expect(contentWith({ amount: 5, share: 0.5 })).toBe(contentWith({ share: 0.5, amount: 5 }));
    expect(contentWith({ amount: 5 })).not.toBe(contentWith({ amount: 6 }));
  });

  test('lose the order of stages with another status column', () => {
    const plan = {
      shape: { kind: 'status' as const, stages: ['New', 'Demo'] },
      statusColumn: 'Status',
      won: ['Won'],
      open: ['New', 'Demo'],
      wonColumn: null,
      isWonByColumn: false,
      lostColumn: null,
    };
    const work = beginWork(choicesOf({ ...saved, stages: { plan, amount: 5 } }, settings));
    const state = { ...work, file: openedFile(['Day', 'Stage', 'Status']) };
    expect(change(state, { type: 'statusChosen', column: 0 }).stages).toEqual({ amount: 5 });
    expect(change(state, { type: 'statusChosen', column: 2 }).stages).toEqual({ plan, amount: 5 });
  });
});
