import { describe, expect, test } from 'vitest';
import { gather } from '#frontend/analysis/counts/coding.ts';
import { dealFamilies } from '#frontend/analysis/counts/families.ts';
import { listRelated, sizesOfRelated } from '#frontend/analysis/counts/related-leads.ts';
import { foldOutcomes } from '#frontend/analysis/finder/fold-outcomes.ts';
import { drawSample, listFolds } from '#frontend/analysis/model/unseen-estimates.ts';
import { seedRandom } from '#test/support/random-leads.ts';

test('leads with relatives are listed family by family, single ones are not', () => {
  const related = listRelated(Uint32Array.of(0, 1, 2, 1, 3, 2, 2), {
    items: Uint32Array.of(9, 5, 6, 4, 9, 6, 5),
    converted: Uint8Array.of(1, 0, 1, 1, 0, 0, 1),
    // The leads 0, 3 and 6 have amounts.
    valued: { items: Uint32Array.of(0, 3, 6) },
  });
  expect(related).toEqual({
    starts: Uint32Array.of(0, 2, 5),
    items: Uint32Array.of(5, 4, 6, 6, 5),
    converted: Uint8Array.of(0, 1, 1, 0, 1),
    valuedAt: Int32Array.of(-1, 1, -1, -1, 2),
  });
  expect(sizesOfRelated(related)).toEqual({ least: 2, most: 3 });
});

describe('dealing', () => {
  const families = Uint32Array.from({ length: 1000 }, (_, row) => Math.floor(row / 3));
  const partsOfFamilies = (parts: ArrayLike<number>) =>
    Math.max(
      ...Array.from({ length: 333 }, (_, at) => new Set([0, 1, 2].map((own) => parts[3 * at + own])).size),
    );

  test('puts each family on one side, in parts of about equal size, by its seed', () => {
    const parts = dealFamilies(families, 5, seedRandom(1));
    expect(partsOfFamilies(parts)).toBe(1);
    for (let part = 0; part < 5; part++)
      expect(Math.abs(parts.filter((own) => own === part).length - 200)).toBeLessThanOrEqual(3);
    expect(dealFamilies(families, 5, seedRandom(1))).toEqual(parts);
    expect(dealFamilies(families, 5, seedRandom(2))).not.toEqual(parts);
  });

  test('keeps families in one part of the finder and of the model', () => {
    const flags = Uint8Array.from(families, (_, row) => Number(row % 4 === 0));
    const { outcomes } = foldOutcomes(flags, 1, families);
    expect(partsOfFamilies(outcomes.map((own) => own >> 1))).toBe(1);
    expect(outcomes.map((own) => own & 1)).toEqual(flags);
    const sample = drawSample(1000);
    const parts = new Uint8Array(1000);
    listFolds(sample, gather(families, sample)).forEach(({ held, learning }, part) => {
      expect(held.length + learning.length).toBe(1000);
      for (const position of held) parts[sample[position]!] = part;
    });
    expect(partsOfFamilies(parts)).toBe(1);
  });

  test('without families is the one of today', () => {
    const [fold] = listFolds(
      Uint32Array.from({ length: 10 }, (_, lead) => lead),
      null,
    );
    expect([...fold!.held]).toEqual([0, 5]);
    const flags = new Uint8Array(50);
    expect(foldOutcomes(flags, 3, null)).toEqual(foldOutcomes(flags, 3));
  });
});
