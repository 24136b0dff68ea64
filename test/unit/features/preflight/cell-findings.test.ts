import { describe, expect, test } from 'vitest';
import { describeCells } from '#frontend/features/preflight/cell-findings.ts';
import type { CellFinding } from '#frontend/threads/leads/check-cells.ts';
import type { OpenOptions } from '#frontend/counting/leave-out.ts';
import type { WorkflowEvent } from '#frontend/features/wizard/workflow-state.ts';
import { change, opening, openWork } from '#test/support/open-work.ts';
import { openedFile } from '#test/support/opened-file.ts';

const file = openedFile(['Status', 'Zip', 'Employees', 'Size', 'Interests'], { rowCount: 900 });

/** The findings after the file was read with these options. */
function describeAll(found: readonly CellFinding[], options: OpenOptions = {}, ...events: WorkflowEvent[]) {
  return describeCells(found, { ...change(openWork(null), opening(file), ...events), readOptions: options });
}

const ZIP: CellFinding = { kind: 'text', column: 1, leads: 900, cell: "'02138", value: '02138' };
const CODES: CellFinding = { kind: 'codes', column: 2, leads: 162, values: ['-99', '999999'] };
const TURNED: CellFinding = {
  kind: 'turned',
  column: 3,
  leads: 150,
  ranges: [{ cell: 'Nov-50', range: '11-50', leads: 150 }],
};
const CHOICES: CellFinding = {
  kind: 'choices',
  column: 4,
  leads: 500,
  separator: ';',
  choices: ['Email', 'Social'],
};

describe('marks of cells', () => {
  test('that were taken off are said, and can be kept without losing what is kept already', () => {
    expect(describeAll([ZIP], { keepCells: ['Employees'] })).toEqual([
      {
        id: 'text',
        brief: 'text marks of a spreadsheet',
        text: '900 leads have text marks of a spreadsheet in Zip. They are no part of the values.',
        example: "Such as “'02138” for “02138”. Files for you keep them.",
        remedy: {
          kind: 'reread',
          label: 'Keep as in the file',
          isDone: true,
          change: { keepCells: ['Employees', 'Zip'] },
        },
        isOpen: true,
      },
    ]);
  });

  test('that are kept can be taken off', () => {
    expect(describeAll([ZIP], { keepCells: ['Employees', 'Zip'] })).toMatchObject([
      {
        text: '900 leads have text marks of a spreadsheet in Zip. They stay part of the values.',
        remedy: { label: 'Take them off', isDone: false, change: { keepCells: ['Employees'] } },
        isOpen: false,
      },
    ]);
  });

  test('that cannot be seen need no look', () => {
    const invisible: CellFinding = { ...ZIP, kind: 'invisible', cell: 'Won\u200b', value: 'Won' };
    expect(describeAll([invisible])).toMatchObject([{ example: 'Files for you keep them.', isOpen: false }]);
  });
});

test('codes can count as blank, and no longer', () => {
  const others = [{ column: 'Zip', values: ['0'] }];
  const blankCells = [...others, { column: 'Employees', values: ['-99', '999999'] }];
  expect(describeAll([CODES], { blankCells: others })[0]).toEqual({
    id: 'codes 2',
    brief: '-99, 999999 in Employees',
    text: '162 leads have -99, 999999 in Employees, far outside the other numbers: it might mean “not known”.',
    remedy: { kind: 'reread', label: 'Treat as blank', isDone: false, change: { blankCells } },
  });
  expect(describeAll([], { blankCells })[1]).toMatchObject({
    text: '-99, 999999 count as (Blank) in Employees.',
    remedy: { label: 'Undo', isDone: true, change: { blankCells: others } },
  });
});

test('ranges that were turned into dates are shown as ranges by other names, and as they were', () => {
  const names = new Map([['Nov-50', '11-50']]);
  expect(describeAll([TURNED])).toEqual([
    {
      id: 'turned 3',
      brief: 'ranges turned into dates in Size',
      text: 'A spreadsheet has turned ranges in Size into dates.',
      example: '“Nov-50” was probably 11-50.',
      remedy: { kind: 'rename', column: 3, names, isDone: false },
    },
  ]);
  const renamed: WorkflowEvent = { type: 'mappingReplaced', column: 3, mapping: names };
  expect(describeAll([TURNED], {}, renamed)).toMatchObject([{ remedy: { isDone: true } }]);
});

test('several choices can become columns, which can go again', () => {
  const choiceColumns = [{ column: 'Interests', separator: ';', choices: ['Email', 'Social'] }];
  expect(describeAll([CHOICES])).toEqual([
    {
      id: 'choices 4',
      brief: 'several choices in Interests',
      text: '500 leads have several choices in Interests. Each combination is a value of its own.',
      example: 'Such as “Email”, “Social”.',
      remedy: {
        kind: 'reread',
        label: 'Make columns of yes and no',
        isDone: false,
        change: { choiceColumns },
      },
    },
  ]);
  expect(describeAll([CHOICES], { choiceColumns })).toMatchObject([
    {
      text: 'Interests has a column of yes and no for 2 choices, such as “Interests: Email”.',
      remedy: { label: 'Undo', isDone: true, change: { choiceColumns: [] } },
    },
  ]);
});
