import { describe, expect, test, vi } from 'vitest';
import { measure } from '#frontend/analysis/analyse.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import { knownMeasurement, measureOnce } from '#frontend/features/workflow/measure-once.ts';
import { tallyOfLeads } from '#test/support/analysis-builders.ts';
import { openedFile } from '#test/support/opened-file.ts';

const MEASUREMENT = measure(tallyOfLeads(['Source'], []));
const QUALIFIED = new Set(['Won']);
const MAPPING = new Map([['Bing', 'Other']]);

/** A plan as it is made anew of the same choices, or of others. */
const plan = (part: Partial<Plan> = {}): Plan => ({
  statusColumn: 0,
  qualified: QUALIFIED,
  attributes: [{ column: 1, field: 'Source', ranges: null, mapping: MAPPING }],
  ...part,
});

const threadThat = (measured: () => Promise<typeof MEASUREMENT>) => ({ measure: vi.fn(measured) });

describe('the leads of a file', () => {
  test('are counted once for the same choices, and known from then on', async () => {
    const thread = threadThat(async () => MEASUREMENT);
    const file = openedFile(['Status', 'Source']);
    const ahead = measureOnce(thread, file, plan());
    expect(knownMeasurement(file, plan())).toBeNull();
    expect(await measureOnce(thread, file, plan())).toBe(await ahead);
    expect(thread.measure).toHaveBeenCalledTimes(1);
    expect(knownMeasurement(file, plan())).toBe(MEASUREMENT);
  });

  test.each([
    ['status', plan({ qualified: new Set(['Won']) })],
    ['column', plan({ statusColumn: 2 })],
    ['number of attributes', plan({ attributes: [] })],
    ['name', plan({ attributes: plan().attributes.map((one) => ({ ...one, mapping: new Map() })) })],
    ['range', plan({ attributes: plan().attributes.map((one) => ({ ...one, ranges: [] })) })],
  ])('are counted again for another %s', async (_, other) => {
    const thread = threadThat(async () => MEASUREMENT);
    const file = openedFile(['Status', 'Source']);
    await measureOnce(thread, file, plan());
    expect(knownMeasurement(file, other)).toBeNull();
    await measureOnce(thread, file, other);
    expect(thread.measure).toHaveBeenCalledTimes(2);
  });

  test('are counted again for another file, and after a failure', async () => {
    const thread = threadThat(async () => MEASUREMENT);
    thread.measure.mockRejectedValueOnce(new Error('gone'));
    const file = openedFile(['Status', 'Source']);
    await expect(measureOnce(thread, file, plan())).rejects.toThrow('gone');
    await measureOnce(thread, file, plan());
    expect(knownMeasurement(openedFile(['Status', 'Source']), plan())).toBeNull();
    expect(knownMeasurement(file, plan())).toBe(MEASUREMENT);
  });
});
