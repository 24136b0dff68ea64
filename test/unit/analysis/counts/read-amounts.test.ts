import { describe, expect, it } from 'vitest';
import { countAmounts, readAmounts, type ReadWorth } from '#frontend/analysis/counts/read-amounts.ts';
import { codeCells } from '#test/support/analysis-builders.ts';

/** A plus before a cell says that its lead converted. */
function read(worth: ReadWorth, ...cells: string[]) {
  const isConverted = Uint8Array.from(cells, (cell) => Number(cell.startsWith('+')));
  const { report, valued } = readAmounts(worth, codeCells(cells.map((cell) => cell.replace('+', ''))), {
    isConverted,
  });
  const amounts =
    valued && Array.from(valued.items, (lead, at) => [lead, valued.amounts[at], valued.converted[at]]);
  return { report, amounts };
}

const COLUMN: ReadWorth = { kind: 'column', column: 1, numberFormat: 'plain' };

describe('amounts of a column', () => {
  it('count for converted leads only', () => {
    expect(read(COLUMN, '+10', '20', '+0.5')).toEqual({
      report: { empty: 0, unreadable: 0, negative: 0, otherCurrency: 0 },
      amounts: [
        [0, 10, 1],
        [2, 0.5, 1],
      ],
    });
  });

  it('are 0 for a blank, a 0 and a cell that is no number, which are counted for converted leads', () => {
    expect(read(COLUMN, '+', '+ ', '+0', '+1,5', '+n/a', '', 'n/a', '+7')).toEqual({
      report: { empty: 3, unreadable: 2, negative: 0, otherCurrency: 0 },
      amounts: [[7, 7, 1]],
    });
  });

  it('are refused where a converted lead has a negative one', () => {
    expect(read(COLUMN, '+10', '+-1', '+-2')).toEqual({
      report: { empty: 0, unreadable: 0, negative: 2, otherCurrency: 0 },
      amounts: null,
    });
    expect(read(COLUMN, '+10', '-1').amounts).toEqual([[0, 10, 1]]);
  });

  it('are read in the way of writing of their column', () => {
    const european: ReadWorth = { ...COLUMN, numberFormat: 'decimal-comma' };
    expect(read(european, '+1.234,50 €', '+12,5').amounts).toEqual([
      [0, 1234.5, 1],
      [1, 12.5, 1],
    ]);
    expect(read(european, '+500,-', '+1.250,–', '+500-').report).toMatchObject({
      unreadable: 0,
      negative: 1,
    });
    expect(read(european, '+500,-', '+1.250,–').amounts).toEqual([
      [0, 500, 1],
      [1, 1250, 1],
    ]);
  });

  it('stay within the range in which squares are exact enough', () => {
    const { report, amounts } = read(COLUMN, '+1e15', '+1.1e15', '+1e300', '+1e-9', '+9e-10');
    expect(report).toEqual({ empty: 1, unreadable: 2, negative: 0, otherCurrency: 0 });
    expect(amounts).toEqual([
      [0, 1e15, 1],
      [3, 1e-9, 1],
    ]);
  });
});

describe('amounts per status', () => {
  const worth: ReadWorth = {
    kind: 'per-status',
    amounts: new Map([
      ['Won', 500],
      ['MQL', 10],
      ['(Blank)', 1],
    ]),
  };

  it('count for every lead of the status, converted or not', () => {
    expect(read(worth, '+Won', 'MQL', '', 'Lost', '+Call').amounts).toEqual([
      [0, 500, 1],
      [1, 10, 0],
      [2, 1, 0],
    ]);
    expect(read(worth, '+Won', 'Lost', '+Call').report.empty).toBe(1);
  });

  it('are refused where one is negative, even of leads that did not convert', () => {
    const lossy: ReadWorth = {
      kind: 'per-status',
      amounts: new Map([
        ['Won', 500],
        ['Lost', -5],
      ]),
    };
    expect(read(lossy, '+Won', 'Lost')).toEqual({
      report: { empty: 0, unreadable: 0, negative: 1, otherCurrency: 0 },
      amounts: null,
    });
  });
});

describe('the amounts of converted leads in a column', () => {
  it('are summed up per distinct cell, with those that count as 0', () => {
    const cells = ['100', '', 'n/a', '-5', '0', '1e16', '7'];
    expect(countAmounts(cells, Uint32Array.of(3, 1, 1, 2, 1, 1, 0), 'plain')).toEqual({
      converted: 9,
      filled: 3,
      sum: 300,
      empty: 2,
      unreadable: 2,
      negative: 2,
    });
  });
});
