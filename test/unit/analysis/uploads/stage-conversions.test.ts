import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeStageId } from '#frontend/analysis/uploads/order-ids.ts';
import { tagStages, valueStages } from '#frontend/analysis/uploads/stage-conversions.ts';

const stage = (worth: number | null, action = 'Action') => ({ action, worth });

describe('the value of a conversion per stage', () => {
  test('is the increase over the stage before, the first one whole', () => {
    expect(valueStages([stage(310), stage(1900)], 'increase')).toEqual([
      { value: 310, leftOut: null },
      { value: 1590, leftOut: null },
    ]);
  });

  test('or the whole', () => {
    expect(valueStages([stage(310), stage(1900)], 'whole').map(({ value }) => value)).toEqual([310, 1900]);
  });

  test('a stage without an action or a known value is none, and no stage before', () => {
    const stages = [stage(50, ''), stage(null), stage(310), stage(800, ''), stage(1900)];
    expect(valueStages(stages, 'increase')).toEqual([
      { value: null, leftOut: 'no-action' },
      { value: null, leftOut: 'no-value' },
      { value: 310, leftOut: null },
      { value: null, leftOut: 'no-action' },
      { value: 1590, leftOut: null },
    ]);
  });

  test('an increase of zero or less is none, and the next stage is compared with the one before', () => {
    const stages = [stage(310), stage(290), stage(310.004), stage(1900)];
    expect(valueStages(stages, 'increase')).toEqual([
      { value: 310, leftOut: null },
      { value: null, leftOut: 'no-increase' },
      { value: null, leftOut: 'no-increase' },
      { value: 1590, leftOut: null },
    ]);
    expect(valueStages(stages, 'whole').map(({ value }) => value)).toEqual([310, 290, 310, 1900]);
  });

  test('a value of zero is none in either way', () => {
    expect(valueStages([stage(0), stage(0.004)], 'whole').map(({ leftOut }) => leftOut)).toEqual([
      'no-value',
      'no-value',
    ]);
    expect(valueStages([], 'increase')).toEqual([]);
  });

  test('the increases that a lead has had add up to the value of its highest stage, to the cent', () => {
    const worths = fc.array(fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })), { maxLength: 9 });
    fc.assert(
      fc.property(worths, (given) => {
        const stages = given.map((worth) => stage(worth));
        const increases = valueStages(stages, 'increase').flatMap(({ value }) => value ?? []);
        const wholes = valueStages(stages, 'whole').flatMap(({ value }) => value ?? []);
        expect(increases.every((value) => value >= 0.01)).toBe(true);
        const sum = increases.reduce((total, value) => total + value, 0);
        expect(sum).toBeCloseTo(Math.max(0, ...wholes), 6);
      }),
    );
  });
});

describe('the part of an order id that names the stage', () => {
  test('has the words that tell it from other stages', () => {
    expect(
      tagStages([
        'Lead',
        'Became a Marketing Qualified Lead Date',
        'Became a Sales Qualified Lead Date',
        'Termin geführt',
        'Closed Won',
      ]),
    ).toEqual(['lead', 'marketing-qualified-lead', 'sales-qualified-lead', 'termin-gefuhrt', 'closed-won']);
  });

  test('is short, and never that of another stage', () => {
    const names = [
      'Date',
      'Time',
      '',
      '…',
      'Very long name of a stage, one',
      'Very long name of a stage, two',
    ];
    expect(tagStages(names)).toEqual([
      'date',
      'time',
      'stage',
      'stage-2',
      'very-long-name-of-stage',
      'very-long-name-of-sta-2',
    ]);
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 9 }), (given) => {
        const tags = tagStages(given);
        expect(new Set(tags).size).toBe(given.length);
        for (const tag of tags) expect(tag.length).toBeLessThanOrEqual(24);
      }),
    );
  });

  test('stands behind the order id of the file, and alone nowhere', () => {
    expect(writeStageId('48213', 'opportunity')).toBe('48213-opportunity');
    expect(writeStageId('', 'opportunity')).toBe('');
  });
});
