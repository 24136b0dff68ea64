import { expect, test, vi } from 'vitest';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { candidateColumns, candidatesOf } from '#frontend/counting/file-candidates.ts';
import { familiesOf } from '#frontend/counting/file-families.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';
import { NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';

const PLAN = { statusColumn: 0 };

/** 100 leads of 50 customers; the second row of each is open. */
const openFile = () =>
  createLoadedFile(
    new TextTable(
      ['Status', 'Customer ID', 'Amount'],
      Array.from({ length: 100 }, (_, row) => [
        row < 50 ? (row % 2 === 0 ? 'Won' : 'Lost') : 'Open',
        `K${row % 50}`,
        `${row * 7}`,
      ]),
    ),
    2026,
  );

/** Counts the slices of a question, which is cancelled before that slice. */
function slices(cancelledAt = Infinity) {
  const counted = { count: 0 };
  const onSlice = async () => {
    if (counted.count++ === cancelledAt) throw new Error('cancelled');
  };
  return { counted, onSlice };
}

test('families are searched once for finder, model and check, also where these ask at the same time', async () => {
  const file = openFile();
  const [first, second, later] = [slices(), slices(), slices()];
  const answers = await Promise.all([
    familiesOf(file, PLAN, first.onSlice),
    familiesOf(file, PLAN, second.onSlice),
  ]);
  expect(answers[0]!.slice(48, 53)).toEqual(Uint32Array.of(48, 49, 0, 1, 2));
  expect(answers[1]).toBe(answers[0]);
  expect(await familiesOf(file, PLAN, later.onSlice)).toBe(answers[0]);
  expect(first.counted.count).toBeGreaterThan(0);
  expect([second.counted.count, later.counted.count]).toEqual([0, 0]);
  // An amount tells nothing of the family, so they are others with other columns.
  const valued = slices();
  await familiesOf(file, { ...PLAN, worth: { kind: 'column', column: 2 } }, valued.onSlice);
  expect(valued.counted.count).toBeGreaterThan(0);
});

test('columns that the finder has just read are not read again, and give the same families', async () => {
  const file = openFile();
  const texts = new Map();
  for (const column of candidateColumns(file, { ...PLAN, worth: null }))
    await candidatesOf(file, column, slices().onSlice, texts);
  expect([...texts.keys()]).toEqual([1, 2]);
  const read = vi.spyOn(file.table, 'codeRows');
  const families = await familiesOf(file, PLAN, slices().onSlice, texts);
  expect(read).not.toHaveBeenCalled();
  expect(families).toEqual(await familiesOf(openFile(), PLAN, slices().onSlice));
});

test('the search goes on with the next question where the first one is cancelled', async () => {
  const file = openFile();
  const [cancelled, waiting] = [slices(1), slices()];
  const [first, second] = await Promise.allSettled([
    familiesOf(file, PLAN, cancelled.onSlice),
    familiesOf(file, PLAN, waiting.onSlice),
  ]);
  expect(first).toMatchObject({ status: 'rejected', reason: new Error('cancelled') });
  expect(second.status).toBe('fulfilled');
  expect(waiting.counted.count).toBeGreaterThan(0);
});

test('families of the leads that count are those of the file without the others', async () => {
  const file = openFile();
  const whole = (await familiesOf(file, PLAN, slices().onSlice))!;
  const viewOf = (...statuses: string[]) =>
    countedLeads(file, { ...PLAN, leads: { leftOutStatuses: new Set(statuses), ...NO_DATES } });
  const { counted, onSlice } = slices();
  const view = viewOf('Lost');
  const families = (await familiesOf(view, PLAN, onSlice))!;
  expect(counted.count).toBe(0);
  expect(families).toHaveLength(75);
  // The won customers have two leads each, the lost ones one.
  expect(new Set(families.slice(0, 25)).size).toBe(25);
  expect(families.slice(25).filter((family) => family < 25)).toHaveLength(25);
  expect(await familiesOf(view, PLAN, onSlice)).toBe(families);
  // No open lead is left beside its relative.
  expect(await familiesOf(viewOf('Open'), PLAN, onSlice)).toBeNull();
  expect(await familiesOf(file, PLAN, onSlice)).toBe(whole);
});
