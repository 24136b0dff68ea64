import { describe, expect, test } from 'vitest';
import { describeOpenByChance } from '#frontend/features/stages/open-by-chance.ts';
import { OPEN_PLAN, openAnswer } from '#test/support/open-by-chance.ts';

const QUALIFIED = 1;

function worthOf(changes: Partial<Parameters<typeof describeOpenByChance>[0]>) {
  const found = describeOpenByChance({
    isChosen: true,
    answer: openAnswer(),
    plan: OPEN_PLAN,
    typedShare: null,
    analysis: { basis: 'conversions', settings: { conversionValue: 100, thresholdPercent: 10 } },
    ...changes,
  });
  return found?.kind === 'counted' ? found.worth : found;
}

describe('the worth of open leads by their chance', () => {
  test('is that of the conversion value where won leads count as converted', () => {
    expect(worthOf({})).toMatchObject({ leads: 220, values: { plan: OPEN_PLAN, win: 100 } });
    expect(worthOf({})).toMatchObject({
      amount: expect.closeTo(14 * 100, 9),
      text: 'Of 220 open leads about 14 will be won, which are worth about $1,400.',
    });
  });

  test('puts the conversion value over the share that is won where an earlier stage counts as converted', () => {
    const answer = openAnswer({ converted: QUALIFIED });
    // Of 150 qualified leads of 20 days or more 75 were won, and 30 have no day of it but that of the sale.
    const chance = answer.stages[QUALIFIED]!.chance;
    expect(chance).toMatchObject({ kind: 'known', leads: 180, wins: 105 });
    const win = (100 * 180) / 105;
    expect(worthOf({ answer })).toMatchObject({ values: { win: expect.closeTo(win, 9) } });
    expect(worthOf({ answer, typedShare: 0.25 })).toMatchObject({ values: { win: 400 } });
  });

  test('by value is the sum of their own amounts, and the mean amount of a won lead for the others', () => {
    const analysis = { basis: 'value', settings: { conversionValue: 7, thresholdPercent: 10 } } as const;
    expect(worthOf({ analysis })).toMatchObject({ amount: expect.closeTo(13_650, 9), values: { win: 1000 } });
    expect(worthOf({ analysis, answer: openAnswer({ changes: { amounts: null } }) })).toEqual({
      kind: 'not-counted',
      text: 'Open leads do not count by their chance: the file does not tell what a won lead is worth.',
    });
  });

  test('says what is missing where nothing was known before, and where stages could not be counted', () => {
    const answer = openAnswer();
    const unchecked = {
      ...answer,
      openLeads: { ...answer.openLeads!, gate: { check: null, isPassed: false } },
    };
    expect(worthOf({ answer: unchecked })).toMatchObject({ text: expect.stringMatching(/too few leads were won to check the chances\.$/) as string }); // oxfmt-ignore
    expect(worthOf({ answer: null })).toMatchObject({ kind: 'not-counted' });
    expect(worthOf({ answer: null, isChosen: false })).toBeNull();
  });
});
