import { describe, expect, test } from 'vitest';
import type { ColumnFault, ColumnFinding } from '#frontend/analysis/preflight/column-findings.ts';
import { describeFindings, faultText } from '#frontend/features/preflight/file-findings.ts';
import type { WorkflowEvent } from '#frontend/features/wizard/workflow-state.ts';
import type { FileFindings } from '#frontend/counting/inspect-rows.ts';
import { change, opening, openWork } from '#test/support/open-work.ts';
import { openedFile } from '#test/support/opened-file.ts';

const HEADERS = ['Status', 'Source', 'City', 'Age', 'Score', 'Gender', 'ID'];
const file = openedFile(HEADERS, { rowCount: 1000 });
const NOTHING: FileFindings = { testLeads: null, duplicates: null, columns: [] };
const ALL_IN = { testLeads: 0, duplicates: 0 };

const work = (...events: WorkflowEvent[]) =>
  change(openWork(null), opening(file), { type: 'statusChosen', column: 0 }, ...events);
const describeAll = (found: Partial<FileFindings>, leftOut = ALL_IN, ...events: WorkflowEvent[]) =>
  describeFindings({ ...NOTHING, ...found }, leftOut, work(...events));
const fault = (kind: ColumnFault, column: number, fields: Partial<ColumnFinding> = {}): ColumnFinding => ({
  fault: kind,
  column,
  leads: 900,
  values: ['x'],
  ...fields,
});

test('a file without findings has nothing to describe', () => {
  expect(describeAll({})).toEqual([]);
});

describe('leads that repeat an earlier one or are tests', () => {
  test('are counted, with the cell that shows it', () => {
    const testLeads = { leads: 1, column: 1, value: 'dummy' };
    const duplicates = { leads: 50, column: 6, value: 'a-1', by: 'id' as const };
    expect(describeAll({ testLeads, duplicates })).toEqual([
      {
        id: 'testLeads',
        brief: '1 test lead',
        text: '1 lead is a test, not people.',
        example: 'Such as “dummy” in Source.',
        remedy: { kind: 'leaveOut', rows: 'testLeads', isDone: false },
      },
      {
        id: 'duplicates',
        brief: '50 duplicates',
        text: '50 leads have the ID of an earlier lead.',
        example: 'Such as “a-1” in ID. The first of each stays.',
        remedy: { kind: 'leaveOut', rows: 'duplicates', isDone: false },
      },
    ]);
  });

  test.each([
    ['email', '1 lead has the e-mail address of an earlier lead.'],
    ['phone', '1 lead has the phone number of an earlier lead.'],
    ['id', '1 lead has the ID of an earlier lead.'],
    ['row', '1 lead has the same cells as an earlier lead.'],
  ] as const)('by %s say what they repeat', (by, text) => {
    expect(describeAll({ duplicates: { leads: 1, column: 1, value: 'x', by } })[0]?.text).toBe(text);
  });

  test('are a warning above 5% of the leads', () => {
    const said = (leads: number) =>
      describeAll({ duplicates: { leads, column: 1, value: 'x', by: 'row' } })[0]?.text;
    expect(said(50)).toMatch(/an earlier lead\.$/);
    expect(said(51)).toMatch(
      /an earlier lead\. These are more than 5% of all leads, so chance looks sure: until they are left out, labels are at most Test\.$/,
    );
  });

  test('can be put back once they are left out', () => {
    expect(describeAll({}, { testLeads: 2, duplicates: 1 })).toEqual([
      {
        id: 'testLeads',
        brief: '2 test leads',
        text: '2 test leads left out.',
        remedy: { kind: 'leaveOut', rows: 'testLeads', isDone: true },
      },
      {
        id: 'duplicates',
        brief: '1 duplicate',
        text: '1 duplicate left out.',
        remedy: { kind: 'leaveOut', rows: 'duplicates', isDone: true },
      },
    ]);
  });
});

describe('values that mean no answer', () => {
  const findings = [
    fault('placeholder', 1, { leads: 10, values: ['n/a'] }),
    fault('placeholder', 2, { leads: 40, values: ['Select', '-'] }),
  ];
  const blank = (column: number, ...values: string[]): WorkflowEvent => ({
    type: 'valuesMapped',
    column,
    values,
    replacement: '(Blank)',
  });

  test('are shown by the column with the most of them', () => {
    expect(describeAll({ columns: findings })).toEqual([
      {
        id: 'placeholder',
        brief: 'placeholders in 2 columns',
        text: '2 columns have values that mean “no answer”.',
        example: 'Such as “Select” in City: 40 leads.',
        remedy: { kind: 'blank', findings, isDone: false },
      },
    ]);
    expect(describeAll({ columns: findings.slice(0, 1) })[0]).toMatchObject({
      brief: 'placeholders in 1 column',
      text: '1 column has values that mean “no answer”.',
    });
  });

  test('count as blank once all of them do', () => {
    const after = (...events: WorkflowEvent[]) => describeAll({ columns: findings }, ALL_IN, ...events)[0];
    const done = after(blank(1, 'n/a'), blank(2, 'Select', '-'));
    expect(done?.text).toBe('The values that mean “no answer” count as (Blank) in 2 columns.');
    expect(done?.remedy).toMatchObject({ isDone: true });
    expect(after(blank(1, 'n/a'), blank(2, 'Select'))?.remedy).toMatchObject({ isDone: false });
    expect(after(blank(2, 'Select', '-'))?.remedy).toMatchObject({ isDone: false });
  });

  test('are none once the visitor has given them another name', () => {
    const rename = (column: number, value: string): WorkflowEvent => ({
      type: 'valuesMapped',
      column,
      values: [value],
      replacement: 'Unknown',
    });
    const after = (...events: WorkflowEvent[]) => describeAll({ columns: findings }, ALL_IN, ...events);
    const remedy = (...events: WorkflowEvent[]) => after(...events)[0]?.remedy;
    expect(remedy(rename(2, '-'), blank(1, 'n/a'))).toMatchObject({ isDone: false });
    expect(remedy(rename(2, '-'), blank(1, 'n/a'), blank(2, 'Select'))).toMatchObject({ isDone: true });
    expect(after(rename(2, 'Select'))[0]).toMatchObject({
      brief: 'placeholders in 2 columns',
      // The 40 leads are those of both values.
      example: 'Such as “-” in City.',
    });
    expect(after(rename(2, 'Select'), rename(2, '-'))[0]).toMatchObject({
      brief: 'placeholders in 1 column',
      example: 'Such as “n/a” in Source: 10 leads.',
    });
    expect(after(rename(1, 'n/a'), rename(2, 'Select'), rename(2, '-'))).toEqual([]);
  });
});

describe('columns that are no attribute', () => {
  test.each([
    [
      'after-click',
      '1 column only known later',
      "1 column is only known later, so you can't bid on it.",
      "2 columns are only known later, so you can't bid on them.",
    ],
    [
      'sensitive',
      '1 column of sensitive data',
      '1 column holds sensitive data. Google and Meta restrict ads that target by it: read their policies first.',
      '2 columns hold sensitive data. Google and Meta restrict ads that target by it: read their policies first.',
    ],
    [
      'constant',
      '1 column with one value only',
      '1 column has the same value for all leads, so there is nothing to compare.',
      '2 columns have the same value for all leads, so there is nothing to compare.',
    ],
    [
      'unique',
      '1 column of mostly unique values',
      '1 column has a different value for nearly every lead, so there is nothing to compare.',
      '2 columns have a different value for nearly every lead, so there is nothing to compare.',
    ],
  ] as const)('with the fault "%s" are named', (kind, brief, one, two) => {
    expect(describeAll({ columns: [fault(kind, 5)] })).toEqual([
      {
        id: kind,
        brief,
        text: one,
        example: 'Gender.',
        remedy: { kind: 'hide', columns: [5], isDone: false },
      },
    ]);
    expect(describeAll({ columns: [fault(kind, 5), fault(kind, 3)] })[0]).toMatchObject({
      text: two,
      example: 'Gender, Age.',
    });
    expect(one).toContain(faultText(kind));
  });

  test('are named up to five of them', () => {
    const columns = [1, 2, 3, 4, 5, 6].map((column) => fault('constant', column));
    expect(describeAll({ columns })[0]?.example).toBe('Source, City, Age, Score, Gender and 1 more.');
    expect(describeAll({ columns: columns.slice(1) })[0]?.example).toBe('City, Age, Score, Gender, ID.');
  });

  test('are done once all of them are hidden', () => {
    const columns = [fault('unique', 3), fault('unique', 6)];
    const isDone = (...hidden: number[]) =>
      describeAll({ columns }, ALL_IN, { type: 'columnsHidden', columns: hidden, isHidden: true })[0]?.remedy;
    expect(isDone(3)).toMatchObject({ isDone: false });
    expect(isDone(3, 6)).toMatchObject({ isDone: true });
  });

  test('are not the status column, and come after the leads', () => {
    const columns = [
      fault('unique', 0),
      fault('placeholder', 0),
      fault('unique', 6),
      fault('placeholder', 2),
    ];
    const testLeads = { leads: 1, column: 1, value: 'x' };
    expect(describeAll({ columns, testLeads }).map(({ id, example }) => [id, example])).toEqual([
      ['testLeads', 'Such as “x” in Source.'],
      ['placeholder', 'Such as “x” in City: 900 leads.'],
      ['unique', 'ID.'],
    ]);
  });

  test('may have placeholders, which do not make them unfit', () => {
    expect(faultText('placeholder')).toBeNull();
  });

  test('may look like dates that cannot be read', () => {
    const unread = (column: number) => fault('unread-dates', column, { values: ['3 tammikuuta 2026'] });
    expect(describeAll({ columns: [unread(2)] })).toEqual([
      {
        id: 'unread-dates',
        brief: '1 column of dates that cannot be read',
        text: '1 column looks like dates, but they cannot be read.',
        example: 'The first cell that cannot be read in City is “3 tammikuuta 2026”.',
        remedy: { kind: 'hide', columns: [2], isDone: false },
      },
    ]);
    expect(describeAll({ columns: [unread(2), unread(3)] })[0]?.text).toBe(
      '2 columns look like dates, but they cannot be read.',
    );
    expect(faultText('unread-dates')).toBe('looks like dates, but they cannot be read');
  });

  test('may hold phone numbers or ids that Excel has rounded', () => {
    const rounded = (column: number) => fault('rounded', column, { values: ['4.91510E+12'] });
    expect(describeAll({ columns: [rounded(6)] })).toEqual([
      {
        id: 'rounded',
        brief: 'rounded numbers',
        text: 'Excel has rounded the numbers in ID. Export them again as text.',
        example: 'Such as “4.91510E+12” in ID: 900 leads. They tell no leads apart and are in no upload.',
        remedy: { kind: 'hide', columns: [6], isDone: false },
      },
    ]);
    const phones = openedFile(['Status', 'Mobile', 'Telefon']);
    const state = change(openWork(null), opening(phones));
    const described = describeFindings({ ...NOTHING, columns: [rounded(1), rounded(2)] }, ALL_IN, state);
    expect(described[0]?.text).toBe('Excel has rounded the phone numbers. Export them again as text.');
    expect(faultText('rounded')).not.toBeNull();
  });
});
