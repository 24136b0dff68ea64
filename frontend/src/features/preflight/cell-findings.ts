import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import { quote } from '#frontend/features/wizard/step-layout.tsx';
import type { WorkflowState } from '#frontend/features/wizard/workflow-state.ts';
import { countNoun } from '#frontend/lib/format.ts';
import type { CellFinding } from '#frontend/threads/leads/check-cells.ts';
import { listNames } from '#frontend/lib/cut-name.ts';
import { MOST_NAMED, columnNameIn, type DescribedFinding } from './file-findings.ts';

type OfKind<Kind extends CellFinding['kind']> = Extract<CellFinding, { kind: Kind }>;
type MarkFinding = OfKind<'text' | 'footnote' | 'invisible'>;

/** The findings about cells in words, with what the visitor has chosen about them. */
export function describeCells(findings: readonly CellFinding[], state: WorkflowState): DescribedFinding[] {
  const marks = (['text', 'footnote', 'invisible'] as const).map((kind) =>
    describeMarks(
      findings.filter((finding): finding is MarkFinding => finding.kind === kind),
      state,
    ),
  );
  const others = findings.map((finding) => {
    if (finding.kind === 'codes') return describeCodes(finding, state);
    if (finding.kind === 'turned') return describeTurned(finding, state);
    return finding.kind === 'choices' ? describeChoices(finding, state) : null;
  });
  return [...marks, ...others, ...describeBlanks(state), ...describeSplit(state)].filter(
    (finding) => finding !== null,
  );
}

/** How the marks of a kind are named, and what taking them off means. */
const MARK_WORDS: Record<MarkFinding['kind'], { name: string; effect: string }> = {
  text: { name: 'text marks of a spreadsheet', effect: 'They are no part of the values.' },
  footnote: { name: 'footnote marks', effect: 'The numbers count without them.' },
  invisible: { name: 'invisible characters', effect: 'Values that look the same are one value.' },
};

function describeMarks(findings: readonly MarkFinding[], state: WorkflowState): DescribedFinding | null {
  const [first] = findings;
  if (!first) return null;
  const { name, effect } = MARK_WORDS[first.kind];
  const headers = findings.map(({ column }) => headerOf(state, column));
  const kept = state.readOptions.keepCells ?? [];
  const isDone = headers.some((header) => !kept.includes(header));
  const leads = Math.max(...findings.map((finding) => finding.leads));
  const columns = listNames(
    findings.map(({ column }) => columnNameIn(column, state)),
    MOST_NAMED,
  );
  const where = `${countNoun(leads, 'lead has', 'leads have')} ${name} in ${columns}.`;
  const shown = first.kind === 'invisible' ? '' : `Such as ${quote(first.cell)} for ${quote(first.value)}. `;
  return {
    id: first.kind,
    brief: name,
    text: isDone ? `${where} ${effect}` : `${where} They stay part of the values.`,
    example: `${shown}Files for you keep them.`,
    remedy: {
      kind: 'reread',
      label: isDone ? 'Keep as in the file' : 'Take them off',
      isDone,
      change: {
        keepCells: isDone
          ? [...new Set([...kept, ...headers])]
          : kept.filter((header) => !headers.includes(header)),
      },
    },
    // Marks that cannot be seen need no look.
    isOpen: isDone && first.kind !== 'invisible',
  };
}

function describeCodes({ column, values, leads }: OfKind<'codes'>, state: WorkflowState): DescribedFinding {
  const others = state.readOptions.blankCells ?? [];
  const codes = listNames(values, MOST_NAMED);
  return {
    id: `codes ${column}`,
    brief: `${codes} in ${columnNameIn(column, state)}`,
    text: `${countNoun(leads, 'lead has', 'leads have')} ${codes} in ${columnNameIn(column, state)}, far outside the other numbers: it might mean “not known”.`,
    remedy: {
      kind: 'reread',
      label: 'Treat as blank',
      isDone: false,
      change: { blankCells: [...others, { column: headerOf(state, column), values }] },
    },
  };
}

/** The cells that count as blank already. */
function describeBlanks(state: WorkflowState): DescribedFinding[] {
  const blanks = state.readOptions.blankCells ?? [];
  return blanks.map(({ column, values }) => ({
    id: `blank ${column}`,
    brief: '',
    text: `${listNames(values, MOST_NAMED)} ${values.length === 1 ? 'counts' : 'count'} as ${BLANK_LABEL} in ${column}.`,
    remedy: {
      kind: 'reread',
      label: 'Undo',
      isDone: true,
      change: { blankCells: blanks.filter((other) => other.column !== column) },
    },
  }));
}

function describeTurned({ column, ranges }: OfKind<'turned'>, state: WorkflowState): DescribedFinding {
  const names = new Map(ranges.map(({ cell, range }) => [cell, range]));
  const isDone = ranges.every(({ cell, range }) => state.mappings.get(column)?.get(cell) === range);
  const name = columnNameIn(column, state);
  const probably = listNames(
    ranges.map(({ cell, range }) => `${quote(cell)} was probably ${range}`),
    MOST_NAMED,
  );
  return {
    id: `turned ${column}`,
    brief: `ranges turned into dates in ${name}`,
    text: isDone
      ? `Ranges in ${name} that a spreadsheet has turned into dates show as ranges again.`
      : `A spreadsheet has turned ranges in ${name} into dates.`,
    example: `${probably}.`,
    remedy: { kind: 'rename', column, names, isDone },
  };
}

function describeChoices(finding: OfKind<'choices'>, state: WorkflowState): DescribedFinding | null {
  const { column, separator, choices, leads } = finding;
  const header = headerOf(state, column);
  const split = state.readOptions.choiceColumns ?? [];
  if (split.some((other) => other.column === header)) return null;
  const name = columnNameIn(column, state);
  return {
    id: `choices ${column}`,
    brief: `several choices in ${name}`,
    text: `${countNoun(leads, 'lead has', 'leads have')} several choices in ${name}. Each combination is a value of its own.`,
    example: `Such as ${listNames(
      choices.slice(0, 3).map((choice) => quote(choice)),
      MOST_NAMED,
    )}.`,
    remedy: {
      kind: 'reread',
      label: 'Make columns of yes and no',
      isDone: false,
      change: { choiceColumns: [...split, { column: header, separator, choices }] },
    },
  };
}

/** The columns of choices that were made already. */
function describeSplit(state: WorkflowState): DescribedFinding[] {
  const split = state.readOptions.choiceColumns ?? [];
  return split.map(({ column, choices }) => ({
    id: `split ${column}`,
    brief: '',
    text: `${column} has a column of yes and no for ${countNoun(choices.length, 'choice')}, such as ${quote(`${column}: ${choices[0] ?? ''}`)}.`,
    remedy: {
      kind: 'reread',
      label: 'Undo',
      isDone: true,
      change: { choiceColumns: split.filter((other) => other.column !== column) },
    },
  }));
}
