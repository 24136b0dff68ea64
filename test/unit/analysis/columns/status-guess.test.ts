import { describe, expect, test } from 'vitest';
import { guessStatusColumn } from '#frontend/analysis/columns/status-guess.ts';

type Columns = Record<string, readonly string[] | null>;

/** The header of the guessed column. `null` stands for more values than a status has. */
function guess(columns: Columns): string | null {
  const headers = Object.keys(columns);
  const column = guessStatusColumn(headers, (index) => columns[headers[index] ?? ''] ?? null);
  return column === null ? null : (headers[column] ?? null);
}

/** Whether a lead column with these values is taken before a plain status, which only a converted status explains. */
function hasConvertedEnd(...values: string[]): boolean {
  return guess({ Status: ['New', 'Open'], 'Lead Answer': values }) === 'Lead Answer';
}

/** Whether a lead column with these values is taken before the first candidate. */
function looksLikeStatus(...values: string[]): boolean {
  return guess({ 'Lead Owner': ['Ann', 'Bob'], 'Lead Answer': values }) === 'Lead Answer';
}

describe('exports of real products', () => {
  test('Salesforce: Status, not Lead Owner or Lead Source', () => {
    expect(
      guess({
        'Lead Owner': ['Ann Lee', 'Bob May'],
        'Company / Account': null,
        'Lead Source': ['Web', 'Phone Inquiry', 'Partner Referral', 'Purchased List'],
        Status: [
          'Open - Not Contacted',
          'Working - Contacted',
          'Closed - Converted',
          'Closed - Not Converted',
        ],
        Rating: ['Hot', 'Warm', 'Cold'],
      }),
    ).toBe('Status');
  });

  test('HubSpot: Lifecycle Stage with Customer, not Lead Status with New and Open', () => {
    expect(
      guess({
        'Record ID': null,
        'Lead Status': ['New', 'Open', 'In progress', 'Unqualified', 'Bad timing'],
        'Lifecycle Stage': ['Subscriber', 'Lead', 'Opportunity', 'Customer'],
      }),
    ).toBe('Lifecycle Stage');
  });

  test('X Education: Converted with 0 and 1, not Lead Origin', () => {
    expect(
      guess({
        'Prospect ID': null,
        'Lead Number': null,
        'Lead Origin': ['API', 'Landing Page Submission', 'Lead Add Form', 'Lead Import'],
        'Lead Source': null,
        'Do Not Email': ['No', 'Yes'],
        Converted: ['0', '1'],
        'Lead Quality': ['Low in Relevance', 'Might be', 'Not Sure', 'High in Relevance', 'Worst'],
      }),
    ).toBe('Converted');
  });
});

describe('statuses in other languages', () => {
  test('Status with Gewonnen, not the Lead-Quelle before it', () => {
    expect(guess({ 'Lead-Quelle': ['Web', 'Messe'], Status: ['Offen', 'Gewonnen', 'Verloren'] })).toBe(
      'Status',
    );
  });

  test.each([
    ['Phase', 'Gewonnen'],
    ['Estado', 'Ganado'],
    ['Statut', 'Gagné'],
    ['Stato', 'Vinto'],
  ])('%s with %s, where no header says status in English', (header, good) => {
    expect(guess({ Source: ['Web', 'Ads'], [header]: ['Nuevo', good] })).toBe(header);
  });

  test.each([
    ['Conversion Name', ['Qualified lead', 'Closed deal']],
    ['Conversion-Name', ['Verkauft', 'Anfrage']],
    ['Event name', ['Purchase', 'Converted']],
    ['Status', ["Isn't qualified", 'Won']],
    ['状态', ['新', '已成交']],
  ])('%s with %j', (header, values) => {
    expect(guess({ Source: ['Web', 'Ads'], 'Google Click ID': null, [header]: values })).toBe(header);
  });

  test('a header in another language without a converted status is no status', () => {
    expect(guess({ Phase: ['1', '2'], 'Lead Owner': ['Ann', 'Bob'] })).toBe('Lead Owner');
  });
});

describe('a column looks like a status', () => {
  test.each([
    ['Won', 'Rejected'],
    ['disqualified', 'other'],
    ['Unqualified', 'other'],
    ['Lost', 'other'],
    ['Working - Contacted', 'other'],
    ['closed_today', 'other'],
    ['MQL', 'other'],
    ['Sql', 'other'],
    ['Opportunity', 'other'],
    ['Nurturing', 'other'],
    ['FALSE', 'other'],
    ['not qualified', 'other'],
  ])('by a whole word in a value: %s', (...values) => {
    expect(looksLikeStatus(...values)).toBe(true);
  });

  test.each([['Wonder'], ['newsletter'], ['Reopened'], ['Nonsense'], ["Won't tell"], ['OpenTable'], ['1']])(
    'not by a part of a word: %s',
    (value) => {
      expect(looksLikeStatus(value, 'other')).toBe(false);
    },
  );

  test('by at least 2 values', () => {
    expect(looksLikeStatus('Won')).toBe(false);
    expect(looksLikeStatus()).toBe(false);
    expect(looksLikeStatus('Won', 'Lost')).toBe(true);
  });
});

describe('a converted status', () => {
  test.each(['won', 'qualified', 'converted', 'customer', 'sold', 'success', 'yes', 'true'])(
    'is the word %s',
    (word) => {
      expect(hasConvertedEnd(word, 'other')).toBe(true);
      expect(hasConvertedEnd(`Closed - ${word.toUpperCase()} (2025)`, 'other')).toBe(true);
    },
  );

  test.each(['Not qualified', 'Non-qualified', 'un-qualified', 'Not yet converted', 'NOT SOLD'])(
    'is not %s',
    (value) => {
      expect(hasConvertedEnd(value, 'other')).toBe(false);
    },
  );

  test('may have a negation behind it or in another value', () => {
    expect(hasConvertedEnd('Qualified, not contacted', 'other')).toBe(true);
    expect(hasConvertedEnd('Not qualified', 'Qualified')).toBe(true);
  });

  test.each([['lost'], ['disqualified'], ['opportunity'], ['no'], ['false']])(
    'is no other status: %s',
    (value) => {
      expect(hasConvertedEnd(value, 'other')).toBe(false);
    },
  );

  test('is 1 where 0 is the only other value', () => {
    expect(hasConvertedEnd('1', '0')).toBe(true);
    expect(hasConvertedEnd('1', '0', '2')).toBe(false);
    expect(hasConvertedEnd('1', '2')).toBe(false);
    expect(hasConvertedEnd('1')).toBe(false);
  });
});

describe('among columns that look alike', () => {
  test('the whole words status, stage, disposition, qualified, lead in the header decide in this order', () => {
    const values = ['Won', 'Lost'];
    const headers = ['misleading', 'lead_x', 'Qualified?', 'Disposition', 'DealStage', 'status code'];
    const columns = headers.map((header): [string, string[]] => [header, values]);
    const order: (string | null)[] = [];
    for (let left = columns.length; left > 0; left--)
      order.push(guess(Object.fromEntries(columns.slice(0, left))));
    expect(order).toEqual(headers.toReversed());
  });

  test('the first column is taken for the same word', () => {
    expect(guess({ 'Lead Status': ['Won', 'Lost'], Status: ['Won', 'Lost'] })).toBe('Lead Status');
    expect(guess({ Status: ['New', 'Open'], 'Lead Status': ['New', 'Open'] })).toBe('Status');
  });

  test('a converted status counts more than the header', () => {
    expect(guess({ Status: ['New', 'Open'], 'Lead answer': ['yes', 'maybe'] })).toBe('Lead answer');
  });
});

describe('where no candidate looks like a status', () => {
  test.each([
    'Converted',
    'WON',
    'Is Customer',
    'outcome',
    'Response (email)',
    'success',
    'Sold',
    'is_converted',
    'IsWon',
    'hasresponse',
  ])('a column %s with two values and a converted status is taken', (header) => {
    expect(guess({ 'Lead Owner': ['Ann', 'Bob'], [header]: ['yes', 'no'] })).toBe(header);
    expect(guess({ Source: null, [header]: ['0', '1'] })).toBe(header);
  });

  test.each([
    ['Subscribed', ['yes', 'no']],
    ['Customers', ['yes', 'no']],
    ['Unsold', ['yes', 'no']],
    ['Converted', ['yes', 'no', 'maybe']],
    ['Converted', ['yes']],
    ['Converted', ['lost', 'no']],
    ['Converted', ['1', '2']],
    ['Converted', null],
  ])('a column %s with %j is not', (header, values) => {
    expect(guess({ 'Lead Owner': ['Ann', 'Bob'], [header]: values })).toBe('Lead Owner');
    expect(guess({ Source: null, [header]: values })).toBeNull();
  });

  test('the first candidate is taken, however many values it has', () => {
    expect(guess({ Id: null, 'Lead Number': null, Stage: ['Nyert', 'Vesztett'] })).toBe('Lead Number');
    expect(guess({ Source: ['yes', 'no'], ISQUALIFIED: ['a', 'b'] })).toBe('ISQUALIFIED');
  });

  test.each([
    ['Spalte 7', ['Gewonnen', 'Verloren']],
    ['Column 7', ['Won', 'Lost', 'Other']],
    ['Ausgang', ['Vendido', 'Não vendido', 'Em negociação']],
    ['結果', ['受注', '失注']],
    ['x', ['Closed Won', 'Open', ...Array.from({ length: 18 }, (_, i) => `v${i}`)]],
  ])('a column %s with outcomes is taken, before a lead column without any', (header, values) => {
    expect(guess({ Source: ['Web', 'Ads'], [header]: values })).toBe(header);
    expect(guess({ 'Lead Source': ['Web', 'Ads'], [header]: values })).toBe(header);
    // A header that says status stays first, and so does a lead column that looks like a status.
    expect(guess({ [header]: values, 'Deal Stage': ['a', 'b'] })).toBe('Deal Stage');
    expect(guess({ [header]: values, 'Lead answer': ['new', 'open'] })).toBe('Lead answer');
    expect(guess({ [header]: values, Converted: ['yes', 'no'] })).toBe('Converted');
  });

  test.each([
    ['answers alone', ['Yes', 'No']],
    ['one value', ['Won']],
    ['a converted status alone', ['Won', 'Ann']],
    ['ends that are all bad', ['Lost', 'Not sold', 'Open']],
    ['more than 20 values', ['Won', 'Lost', ...Array.from({ length: 19 }, (_, i) => `v${i}`)]],
    ['sources', ['Purchased list', 'Customer referral', 'Paid search', 'New website']],
    ['names', ['Ann', 'Bob', 'Newman', 'Won Ton']],
    ['sizes', ['1-10', '11-50', '51-200']],
    ['answers and a doubt', ['Yes', 'No', 'Open question']],
    ['a rating', ['Hot', 'Warm', 'Cold']],
  ])('a column of %s is no column of outcomes', (_, values) => {
    expect(guess({ 'Column 7': values })).toBeNull();
  });

  test('values that mean the same are one answer', () => {
    const written = ['TRUE', 'false', 'No', '0', 'true', 'Yes', '1', 'FALSE'];
    expect(guess({ Source: null, Converted: written })).toBe('Converted');
    expect(guess({ Source: null, Won: ['Ja', 'nein', 'JA', '1', '0'] })).toBe('Won');
    expect(guess({ Source: null, Converted: ['Yes', 'TRUE', '1'] })).toBeNull();
    expect(guess({ Source: null, Converted: [...written, 'maybe'] })).toBeNull();
    expect(guess({ Source: null, Subscribed: written })).toBeNull();
  });

  test('nothing is guessed without a candidate', () => {
    expect(guess({ Source: ['Web', 'Ads'], Id: null })).toBeNull();
    expect(guess({})).toBeNull();
  });
});

test('no more columns are looked into than needed', () => {
  const asked: number[] = [];
  const values: Readonly<Record<number, string[]>> = { 1: ['Ann', 'Bob'], 2: ['Won', 'Lost'] };
  guessStatusColumn(['Converted', 'Lead', 'Stage', 'Status', 'Source'], (column) => {
    asked.push(column);
    return values[column] ?? null;
  });
  expect(asked).toEqual([3, 2]);
});
