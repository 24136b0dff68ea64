import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countConversions, flagConverted, tallyLeads, type Tally } from '#frontend/analysis/counts/tally.ts';
import { codeCells, tallyOfLeads, type Lead } from '#test/support/analysis-builders.ts';
import { datasets } from '#test/support/analysis-arbitraries.ts';

/** Leads and conversions by combination, as text. */
function combinationsOf(tally: Tally): Map<string, [leads: number, conversions: number]> {
  return new Map(
    Array.from(tally.leads, (leads, index) => {
      const values = tally.fields.map(({ values: names }, field) => names[tally.codes[field]?.[index] ?? -1]);
      return [JSON.stringify(values), [leads, tally.conversions[index] ?? -1]];
    }),
  );
}

function countNaively(leads: readonly Lead[]): Map<string, [leads: number, conversions: number]> {
  const counts = new Map<string, [number, number]>();
  for (const { values, converted } of leads) {
    const [before, convertedBefore] = counts.get(JSON.stringify(values)) ?? [0, 0];
    counts.set(JSON.stringify(values), [before + 1, convertedBefore + Number(converted)]);
  }
  return counts;
}

/** `size` leads over columns with up to `categories` values, some rows repeated, by a fixed linear generator. */
function generateLeads(size: number, categories: number): Lead[] {
  let state = 7;
  const next = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const leads: Lead[] = [];
  for (let index = 0; index < size; index++) {
    const again = leads[next(index + 1)];
    const values = [0, 1, 2].map(() => `v${next(categories)}`);
    leads.push({
      values: again !== undefined && next(3) === 0 ? again.values : values,
      converted: next(4) === 0,
    });
  }
  return leads;
}

describe('tallyLeads', () => {
  test('counts leads and conversions per occurring combination', () => {
    const source = codeCells(['Ads', 'Email', 'Ads', 'Ads']);
    const device = codeCells(['Mobile', 'Mobile', 'Desktop', 'Mobile']);
    const status = codeCells(['Won', 'Lost', 'Won', 'Lost']);
    const tally = tallyLeads(
      [
        { name: 'Source', column: source },
        { name: 'Device', column: device },
      ],
      flagConverted(status, new Set(['Won'])),
    );
    expect(tally).toEqual({
      fields: [
        { name: 'Source', values: ['Ads', 'Email'] },
        { name: 'Device', values: ['Mobile', 'Desktop'] },
      ],
      codes: [Uint32Array.of(0, 1, 0), Uint32Array.of(0, 0, 1)],
      leads: Uint32Array.of(2, 1, 1),
      conversions: Uint32Array.of(1, 0, 1),
      totalLeads: 4,
      totalConversions: 2,
    });
  });

  test('counts a blank status as a lead, and as converted only where (Blank) is chosen', () => {
    const attributes = [{ name: 'Source', column: codeCells(['a', 'a', 'a', 'a']) }];
    const status = codeCells(['', 'Won', ' ', 'Lost']);
    const convertedBy = (...qualified: string[]) =>
      tallyLeads(attributes, flagConverted(status, new Set(qualified))).totalConversions;
    expect(convertedBy('Won')).toBe(1);
    expect(convertedBy('Won', '(Blank)')).toBe(3);
    expect(convertedBy('won')).toBe(0);
    expect(convertedBy()).toBe(0);
    expect(tallyLeads(attributes, flagConverted(status, new Set(['Won']))).totalLeads).toBe(4);
  });

  test('counts no rows as nothing', () => {
    const tally = tallyLeads(
      [{ name: 'x', column: codeCells([]) }],
      flagConverted(codeCells([]), new Set(['Won'])),
    );
    expect(tally).toEqual({
      fields: [{ name: 'x', values: [] }],
      codes: [new Uint32Array()],
      leads: new Uint32Array(),
      conversions: new Uint32Array(),
      totalLeads: 0,
      totalConversions: 0,
    });
  });

  test('equals a count in a Map, for any dataset', () => {
    fc.assert(
      fc.property(datasets, ({ fields, leads }) => {
        expect(combinationsOf(tallyOfLeads(fields, leads))).toEqual(countNaively(leads));
      }),
    );
  });

  // 1,000 values per column: all combinations fit into 32 bits; with 20,000 the third column does not.
  test.each([1_000, 20_000])('equals a count in a Map, with %d values per column', (categories) => {
    const leads = generateLeads(30_000, categories);
    const tally = tallyOfLeads(['x', 'y', 'z'], leads);
    expect(combinationsOf(tally)).toEqual(countNaively(leads));
    expect(tally.leads.length).toBeLessThan(30_000);
  });
});

describe('countConversions', () => {
  const column = codeCells(['a', 'a', 'b', 'a', 'c', '']);
  const status = codeCells(['Won', 'Lost', ' Won ', 'Won', 'Lost', '']);

  test('counts the converted leads of each category', () => {
    expect([...countConversions(column, status, new Set(['Won']))]).toEqual([2, 1, 0, 0]);
    expect([...countConversions(column, status, new Set(['Won', '(Blank)']))]).toEqual([2, 1, 0, 1]);
    expect([...countConversions(column, status, new Set())]).toEqual([0, 0, 0, 0]);
  });
});
