import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Plan, NO_DATES } from '#frontend/analysis/counts/mapping.ts';
import type { ModelNames } from '#frontend/analysis/model/described-model.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';

const fitFileModel = vi.fn();
beforeEach(() => {
  vi.resetModules();
  vi.doMock('../../../frontend/src/threads/leads/fit-file-model.ts', () => ({ fitFileModel }));
});
afterEach(() => {
  vi.doUnmock('../../../frontend/src/threads/leads/fit-file-model.ts');
  vi.resetModules();
});

const PLAN: Plan = {
  statusColumn: 0,
  qualified: new Set(['Won']),
  attributes: ['Source', 'Device'].map((field) => ({ column: 0, field, ranges: null, mapping: new Map() })),
};

/** A model of columns of two values, of which half of the leads have each: so that the odds of a value are times its factor. */
function modelOf(columns: readonly { codes: number[]; factor: number }[], multiples: number[]) {
  const weights = columns.flatMap(({ factor }) => [Math.log(factor), -Math.log(factor)]);
  return {
    multiples: Float64Array.from(multiples),
    weights: Float64Array.from([0, ...weights]),
    design: {
      leads: multiples.length,
      columns: columns.map(({ codes }) => ({ codes: Uint8Array.from(codes), values: 2 })),
      offsets: Uint32Array.from(columns, (_, at) => 1 + 2 * at),
    },
  };
}

const named = (header: string, kind: 'values' | 'ranges' | 'weekday' = 'values') =>
  ({ column: 0, header, names: ['first', 'second'], plan: { kind } }) as ModelNames['columns'][number];

/** The values and the words of the leads of a file by a model. */
async function wordsOf(
  columns: readonly { codes: number[]; factor: number }[],
  names: ModelNames,
  { statuses = ['Won', 'Lost'], multiples = [1.5, 0.5], plan = PLAN } = {},
) {
  fitFileModel.mockResolvedValue({ fitted: { model: modelOf(columns, multiples), names } });
  const { modelValues } = await import('#frontend/threads/leads/model-values.ts');
  const { createLoadedFile } = await import('#frontend/counting/loaded-file.ts');
  const table = new TextTable(
    ['Status'],
    statuses.map((status) => [status]),
  );
  const { valueOf, reasonsOf } = await modelValues(
    createLoadedFile(table, 2026),
    { plan, worth: { basis: 'conversions', base: 40 } },
    async () => {},
  );
  return statuses.map((_, row) => [valueOf(row), reasonsOf(row)]);
}

test('a value is the base times that of the model, and its reasons have two digits, the strongest first', async () => {
  const columns = [
    { codes: [0, 1], factor: 1.8 },
    { codes: [0, 1], factor: 9.9 },
    { codes: [0, 1], factor: 123.4 },
  ];
  const names = {
    columns: [named('Source'), named('Size', 'ranges'), named('Created', 'weekday')],
    combination: null,
  };
  expect(await wordsOf(columns, names)).toEqual([
    [60, 'Created (weekday): first, odds × 123; Size: first, odds × 9.9; Source: first, odds × 1.8'],
    [20, 'Created (weekday): second, odds × 0.0081; Size: second, odds × 0.10; Source: second, odds × 0.56'],
  ]);
});

test('a factor that reads as 1.0 is no reason', async () => {
  const columns = [
    { codes: [0, 1], factor: 1.04 },
    { codes: [0, 1], factor: 1.06 },
  ];
  const names = { columns: [named('Source'), named('Device')], combination: null };
  expect((await wordsOf(columns, names)).map(([, reasons]) => reasons)).toEqual([
    'Device: first, odds × 1.1',
    'Device: second, odds × 0.94; Source: second, odds × 0.96',
  ]);
});

test('the combination of the attributes has their names, and a rare one is another', async () => {
  const columns = [{ codes: [0, 1], factor: 2 }];
  const names = { columns: [], combination: [['Ads', 'Phone']] };
  expect((await wordsOf(columns, names)).map(([, reasons]) => reasons)).toEqual([
    'Source + Device: Ads + Phone, odds × 2.0',
    'Source + Device: Other, odds × 0.50',
  ]);
  expect((await wordsOf(columns, { columns: [], combination: null }))[0]?.[1]).toBe(
    'Source + Device: Other, odds × 2.0',
  );
});

test('leads that are left out have no place among those of the model', async () => {
  const plan = { ...PLAN, leads: { ...NO_DATES, leftOutStatuses: new Set(['Open']) } };
  const names = { columns: [named('Source')], combination: null };
  const rows = await wordsOf([{ codes: [0, 1], factor: 2 }], names, {
    statuses: ['Won', 'Open', 'Lost'],
    plan,
  });
  expect([rows[0], rows[2]]).toEqual([
    [60, 'Source: first, odds × 2.0'],
    [20, 'Source: second, odds × 0.50'],
  ]);
});

test('no values are made of a model that is not offered', async () => {
  fitFileModel.mockResolvedValue({ answer: { isOffered: false, why: 'not-better' }, fitted: null });
  const { modelValues } = await import('#frontend/threads/leads/model-values.ts');
  const { createLoadedFile } = await import('#frontend/counting/loaded-file.ts');
  const loaded = createLoadedFile(new TextTable(['Status'], [['Won']]), 2026);
  const asked = modelValues(loaded, { plan: PLAN, worth: { basis: 'value', base: 40 } }, async () => {});
  await expect(asked).rejects.toThrow('Values from all columns are not offered for these leads');
  expect(fitFileModel).toHaveBeenLastCalledWith(loaded, { plan: PLAN, basis: 'value' }, expect.any(Function));
});
