import { describe, expect, test } from 'vitest';
import { combineColumns } from '#frontend/analysis/model/combine-columns.ts';
import { createDesign } from '#frontend/analysis/model/design.ts';
import { fitModel, type ModelLeads } from '#frontend/analysis/model/fit-model.ts';
import { describeModel } from '#frontend/analysis/model/described-model.ts';
import {
  drawSample,
  listFolds,
  estimateUnseen,
  measureBest,
  measureGainZ,
} from '#frontend/analysis/model/unseen-estimates.ts';
import { finish } from '#test/support/finish.ts';
import { seedRandom } from '#test/support/random-leads.ts';

/** Leads with columns of four values, each of which moves the log odds by up to `effect`; amounts differ by the last column. */
function drawLeads({ leads = 3000, columns = 8, effect = 0.8, seed = 4, byValue = false }): ModelLeads {
  const random = seedRandom(seed);
  const drawn = Array.from({ length: columns }, () =>
    Uint8Array.from({ length: leads }, () => Math.floor(4 * random())),
  );
  const isConverted = new Uint8Array(leads);
  const amounts = new Float64Array(leads);
  for (let lead = 0; lead < leads; lead++) {
    const sum = drawn.reduce((odds, codes) => odds + effect * (codes[lead]! / 1.5 - 1), -1.5);
    isConverted[lead] = Number(random() < 1 / (1 + Math.exp(-sum)));
    const scale = 100 * 2 ** (drawn.at(-1)?.[lead] ?? 0);
    if (isConverted[lead] === 1) amounts[lead] = scale * (0.5 + random());
  }
  const attributes = drawn.slice(0, 2).map((codes) => ({ codes: Uint32Array.from(codes), count: 4 }));
  return {
    columns: drawn.map((codes) => ({ codes, values: 4 })),
    isConverted,
    amounts: byValue ? amounts : null,
    attributes,
  };
}

/** The same leads several times, one copy behind the other. */
function repeatLeads(leads: ModelLeads, times: number): ModelLeads {
  const all = Array.from({ length: times }, () => leads);
  return {
    columns: leads.columns.map(({ values }, at) => ({
      codes: Uint8Array.from(all.flatMap(({ columns }) => [...columns[at]!.codes])), // as many columns
      values,
    })),
    isConverted: Uint8Array.from(all.flatMap(({ isConverted }) => [...isConverted])),
    amounts: leads.amounts && Float64Array.from(all.flatMap(({ amounts }) => [...(amounts ?? [])])),
    attributes: leads.attributes.map(({ count }, at) => ({
      codes: Uint32Array.from(all.flatMap(({ attributes }) => [...attributes[at]!.codes])), // as many attributes
      count,
    })),
  };
}

const fit = (leads: ModelLeads) => finish(fitModel(leads));

function fitOffered(leads: ModelLeads) {
  const model = fit(leads);
  if (!model.isOffered) throw new Error(`refused: ${model.why}`);
  return model;
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

describe('values from all columns', () => {
  test('are offered where eight columns matter of which the attributes are two', () => {
    const leads = drawLeads({});
    const { bestTenth, worstHalf, multiples, amountModel } = fitOffered(leads);
    expect(bestTenth.model).toBeGreaterThan(bestTenth.attributes + 0.05);
    expect(worstHalf.model).toBeLessThan(worstHalf.attributes - 0.05);
    expect(sum(multiples)).toBeCloseTo(3000, 6);
    expect(amountModel).toBeNull();
  });

  test('are refused on noise, with too few conversions, and where the attributes say all', () => {
    expect(fit(drawLeads({ effect: 0 }))).toEqual({ isOffered: false, why: 'not-better' });
    expect(fit(drawLeads({ leads: 400 }))).toEqual({ isOffered: false, why: 'few-conversions' });
    expect(fit(drawLeads({ leads: 0 }))).toEqual({ isOffered: false, why: 'few-conversions' });
    const { columns, attributes, ...leads } = drawLeads({ columns: 2 });
    expect(fit({ ...leads, columns, attributes })).toEqual({ isOffered: false, why: 'not-better' });
  });

  test('are no surer where each row stands in the file ten times', () => {
    const leads = repeatLeads(drawLeads({ leads: 350, effect: 0.3 }), 10);
    const families = Uint32Array.from(leads.isConverted, (_, lead) => lead % 350);
    expect(fit({ ...leads, families })).toEqual({ isOffered: false, why: 'not-better' });
    expect(fit({ ...leads, families: families.map((_, lead) => lead) }).isOffered).toBe(true);
  });

  test('are refused where every lead converts, or none does', () => {
    const leads = drawLeads({ leads: 400 });
    for (const flag of [0, 1]) {
      const isConverted = new Uint8Array(400).fill(flag);
      expect(fit({ ...leads, isConverted }).isOffered).toBe(false);
    }
  });

  test('by value are probability x amount, and their total is exact', () => {
    const leads = drawLeads({ byValue: true });
    const { bestTenth, multiples, amountModel, design, weights, mean } = fitOffered(leads);
    expect(sum(multiples)).toBeCloseTo(3000, 6);
    expect(bestTenth.model).toBeGreaterThan(bestTenth.attributes);
    const first = (list: Float64Array) =>
      list[0]! + sum(design.columns.map(({ codes }, at) => list[design.offsets[at]! + codes[0]!]!));
    const amount = amountModel ? amountModel.unit * Math.exp(first(amountModel.weights)) : NaN;
    expect(multiples[0]).toBeCloseTo(amount / (1 + Math.exp(-first(weights))) / mean, 9);
    // The amounts of the last column are 100, 200, 400 and 800 on average.
    const shifts =
      amountModel?.weights.slice(design.offsets.at(-1)).map((weight) => weight / Math.log(2)) ?? [];
    expect([...shifts].map((shift) => shift - shifts[0]!)).toEqual([
      0,
      expect.closeTo(1, 0),
      expect.closeTo(2, 0),
      expect.closeTo(3, 0),
    ]);
  });

  test('by value take the mean amount where amounts tell nothing', () => {
    const random = seedRandom(9);
    const leads = drawLeads({});
    const amounts = Float64Array.from(leads.isConverted, (flag) => flag * (50 + 100 * random()));
    const { amountModel, multiples } = fitOffered({ ...leads, amounts });
    expect(amountModel).toBeNull();
    expect(sum(multiples)).toBeCloseTo(3000, 6);
    const same = fitOffered({ ...leads, amounts: Float64Array.from(leads.isConverted, (flag) => 70 * flag) });
    expect(same.amountModel).toBeNull();
  });

  test('by value take the mean amount where amounts differ by less than families of rows do by chance', () => {
    const random = seedRandom(9);
    const once = drawLeads({ leads: 1000 });
    const amounts = Float64Array.from(once.isConverted, (flag, lead) => {
      return flag * (1 + 0.15 * (once.columns[7]?.codes[lead] ?? 0)) * (0.2 + random());
    });
    const leads = repeatLeads({ ...once, amounts }, 10);
    const families = Uint32Array.from(leads.isConverted, (_, lead) => lead % 1000);
    expect(fitOffered({ ...leads, families }).amountModel).toBeNull();
    expect(fitOffered({ ...leads, families: families.map((_, lead) => lead) }).amountModel).not.toBeNull();
  });

  test('by value are refused where the best tenth of the attributes is worth more', () => {
    const leads = drawLeads({ effect: 0.3 });
    const [a, b] = leads.attributes;
    // The amount of a deal depends on both attributes together, which the weights of single columns cannot say.
    const amounts = Float64Array.from(leads.isConverted, (flag, lead) => {
      const isLarge = (a?.codes[lead] ?? 0) > 1 !== (b?.codes[lead] ?? 0) > 1;
      return flag * (isLarge ? 1000 : 1);
    });
    expect(fit(leads).isOffered).toBe(true);
    expect(fit({ ...leads, amounts })).toEqual({ isOffered: false, why: 'not-better' });
  });

  test('of more than 20,000 leads are chosen on so many of them, and fitted to all', () => {
    const { multiples } = fitOffered(drawLeads({ leads: 25_000, columns: 4 }));
    expect(sum(multiples)).toBeCloseTo(25_000, 4);
    expect(drawSample(25_000)).toHaveLength(20_000);
    expect(new Set(drawSample(25_000)).size).toBe(20_000);
    expect(drawSample(25_000)).toEqual(drawSample(25_000));
  });

  test('are described by the weights of each column, and of the combination last', () => {
    const leads = drawLeads({ columns: 3, effect: 1.2 });
    const combined = combineColumns(leads.attributes);
    const model = fitOffered({ ...leads, columns: [...leads.columns, ...(combined ? [combined] : [])] });
    const names = ['a', 'b', 'c', 'd'];
    const plan = { kind: 'values' } as const;
    const { columns, combination } = describeModel(model, {
      columns: leads.columns.map((_, column) => ({ column, header: `Column ${column}`, names, plan })),
      combination: (combined?.combinations ?? []).map((codes) => codes.map((code) => names[code] ?? '')),
    });
    expect(columns.map(({ odds }) => odds.length)).toEqual([4, 4, 4]);
    expect(combination?.odds).toHaveLength(16);
    expect(combination?.names[0]).toHaveLength(2);
    expect([...columns.flatMap(({ odds }) => odds), ...(combination?.odds ?? [])]).toEqual([
      ...model.weights.subarray(1),
    ]);
  });
});

describe('the comparison on unseen leads', () => {
  test('z is the gain over the root of the sum of squared gains per lead', () => {
    const own = Float64Array.of(-0.1, -0.2, -0.5);
    const other = Float64Array.of(-0.4, -0.3, -0.3);
    expect(measureGainZ(own, other)).toBeCloseTo(0.2 / Math.sqrt(0.14), 12);
    expect(measureGainZ(own, own)).toBe(0);
  });

  test('a family counts once: its gains are added before they are squared', () => {
    const own = Float64Array.of(-0.1, -0.2, -0.5);
    const other = Float64Array.of(-0.4, -0.3, -0.3);
    // Gains 0.3, 0.1 and -0.2: the first two are those of one family.
    expect(measureGainZ(own, other, Uint32Array.of(4, 4, 1))).toBeCloseTo(0.2 / Math.sqrt(0.2), 12);
    expect(measureGainZ(own, other, Uint32Array.of(4, 1, 4))).toBeCloseTo(0.2 / Math.sqrt(0.02), 12);
    expect(measureGainZ(own, other, Uint32Array.of(0, 1, 2))).toBe(measureGainZ(own, other));
  });

  test('leads of equal scores at the border of the best tenth count in part', () => {
    const scores = new Float64Array(20).fill(0.1);
    scores.set([0.5, 0.9, 0.5, 0.5, 0.5]);
    const outcomes = new Float64Array(20);
    outcomes[1] = outcomes[3] = 1;
    expect(measureBest(scores, { outcomes, share: 0.1 })).toBe((1 + 1 / 4) / 2);
    expect(measureBest(new Float64Array(), { outcomes, share: 0.1 })).toBe(0);
  });

  test('the best estimate of a part comes from the other parts alone', () => {
    const codes = Uint32Array.from({ length: 100 }, (_, place) => Number(place % 3 === 0));
    const isConverted = Uint8Array.from(codes, (code, place) => Number(code === 1 && place % 2 === 0));
    const folds = listFolds(Uint32Array.from({ length: 100 }, (_, lead) => lead));
    const sampled = { codings: [{ codes, count: 2 }], isConverted };
    const before = finish(estimateUnseen(sampled, folds));
    // Place 1 belongs to part 1, of which place 6 is too.
    const changed = {
      ...sampled,
      isConverted: isConverted.map((flag, place) => (place === 6 ? 1 - flag : flag)),
    };
    const after = finish(estimateUnseen(changed, folds));
    const isSame = Array.from(before, (rate, place) => rate === after[place]);
    expect(isSame.map((same, place) => same === (place % 5 === 1))).not.toContain(false);
  });
});

describe('the combination of attributes as a column', () => {
  const codingOf = (codes: readonly number[]) => ({ codes: Uint32Array.from(codes), count: 2 });
  const repeat = (code: number, times: number) => Array.from({ length: times }, () => code);

  test('has the combinations with at least 30 leads, and one value for all others', () => {
    const combined = combineColumns([
      codingOf([...repeat(0, 35), ...repeat(0, 40), ...repeat(1, 20), ...repeat(1, 5)]),
      codingOf([...repeat(0, 35), ...repeat(1, 40), ...repeat(0, 20), ...repeat(1, 5)]),
    ]);
    expect(combined).toMatchObject({
      values: 3,
      combinations: [
        [0, 1],
        [0, 0],
      ],
    });
    expect([0, 35, 75, 99].map((lead) => combined?.codes[lead])).toEqual([1, 0, 2, 2]);
  });

  test('is none where no combination has 30 leads, or all leads have the same', () => {
    expect(combineColumns([codingOf([...repeat(0, 29), ...repeat(1, 29)])])).toBeNull();
    expect(combineColumns([codingOf(repeat(0, 100))])).toBeNull();
    expect(combineColumns([codingOf([])])).toBeNull();
  });
});

test('columns that do not fit into one block have the weights that they have alone', () => {
  const random = seedRandom(2);
  const columns = [40, 30, 2, 50].map((values) => ({
    codes: Uint8Array.from({ length: 500 }, () => Math.floor(values * random())),
    values,
  }));
  const design = createDesign(columns, 500);
  expect(design.blocks.map(({ size }) => size)).toEqual([40, 60, 50]);
  expect(design.weights).toBe(1 + 122);
});
