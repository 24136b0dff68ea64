import type { ColumnFault, ColumnFinding } from '#frontend/analysis/preflight/column-findings.ts';
import { namesPhones } from '#frontend/analysis/preflight/header-words.ts';
import { hasManyDuplicates } from '#frontend/analysis/judge/label-limits.ts';
import { MAX_DUPLICATES_PERCENT } from '#frontend/analysis/constants.ts';
import type { Repeated } from '#frontend/analysis/preflight/row-findings.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import type { FileFindings, RowFinding } from '#frontend/counting/inspect-rows.ts';
import type { Mapping } from '#frontend/analysis/counts/mapping.ts';
import type { LeftOut, LeftOutKind, OpenOptions } from '#frontend/counting/leave-out.ts';
import { listNames } from '#frontend/lib/cut-name.ts';
import { countNoun, NAME_LENGTH, shortText } from '#frontend/lib/format.ts';
import { quote } from '#frontend/features/wizard/step-layout.tsx';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import type { WorkflowState } from '#frontend/features/wizard/workflow-state.ts';

/** The action of a finding's button. If `isDone`, the button undoes it. */
export type FileRemedy =
  | { kind: 'leaveOut'; rows: LeftOutKind; isDone: boolean }
  | { kind: 'reread'; label: string; change: OpenOptions; isDone: boolean }
  | { kind: 'rename'; column: number; names: Mapping; isDone: boolean }
  | { kind: 'blank'; findings: readonly ColumnFinding[]; isDone: boolean }
  | { kind: 'hide'; columns: readonly number[]; isDone: boolean };

/** A finding about the open file, in words. */
export interface DescribedFinding {
  id: string;
  /** The short form in the summary of all findings: '2 test leads'. */
  brief: string;
  text: string;
  example?: string;
  remedy: FileRemedy;
  /** Whether it is still to be looked at; absent: until it is done. */
  isOpen?: boolean;
}

/** The findings about the open file in words, the most important first. The status column is not judged as an attribute. */
export function describeFindings(
  findings: FileFindings,
  leftOut: LeftOut,
  state: WorkflowState,
): DescribedFinding[] {
  const { testLeads, duplicates } = findings;
  const faults = (fault: ColumnFault) =>
    findings.columns.filter((finding) => finding.fault === fault && finding.column !== state.statusColumn);
  return [
    describeRows(testLeads, leftOut, {
      id: 'testLeads',
      noun: 'test lead',
      text: (leads) => `${countNoun(leads, 'lead is a test', 'leads are tests')}, not people.`,
      example: exampleOf(testLeads, state),
    }),
    describeRows(duplicates, leftOut, {
      id: 'duplicates',
      noun: 'duplicate',
      text: (leads) =>
        `${countNoun(leads, 'lead has', 'leads have')} ${REPEATED[duplicates?.by ?? 'row']}.${
          hasManyDuplicates(leads, state.file?.rowCount ?? 0) ? MANY_DUPLICATES : ''
        }`,
      example: `${exampleOf(duplicates, state)} The first of each stays.`,
    }),
    describeRounded(faults('rounded'), state),
    describeUnread(faults('unread-dates'), state),
    describePlaceholders(faults('placeholder'), state),
    ...COLUMN_TEXTS.map(({ fault, ...texts }) => describeColumns(fault, faults(fault), { ...texts, state })),
  ].filter((finding) => finding !== null);
}

/** Each of them counts twice, so that noise looks like a difference in a fifth of such files. */
const MANY_DUPLICATES = ` These are more than ${MAX_DUPLICATES_PERCENT}% of all leads, so chance looks sure: until they are left out, labels are at most Test.`;

function exampleOf(found: RowFinding | null, state: WorkflowState): string {
  return found ? `Such as ${quote(found.value)} in ${columnNameIn(found.column, state)}.` : '';
}

/** The name of a column in a sentence. */
export function columnNameIn(column: number, state: WorkflowState): string {
  return shortText(headerOf(state, column), NAME_LENGTH);
}

/** The texts for rows of one kind, found in the data or left out already. */
interface RowTexts {
  id: LeftOutKind;
  noun: string;
  text(leads: number): string;
  example: string;
}

function describeRows(
  found: RowFinding | null,
  leftOut: LeftOut,
  { id, noun, text, example }: RowTexts,
): DescribedFinding | null {
  const remedy = { kind: 'leaveOut', rows: id, isDone: leftOut[id] > 0 } as const;
  if (remedy.isDone) {
    const brief = countNoun(leftOut[id], noun);
    return { id, brief, text: `${brief} left out.`, remedy };
  }
  return found && { id, brief: countNoun(found.leads, noun), text: text(found.leads), example, remedy };
}

const REPEATED: Record<Repeated, string> = {
  email: 'the e-mail address of an earlier lead',
  phone: 'the phone number of an earlier lead',
  id: 'the ID of an earlier lead',
  row: 'the same cells as an earlier lead',
};

function describePlaceholders(all: readonly ColumnFinding[], state: WorkflowState): DescribedFinding | null {
  const nameOf = (column: number, value: string) => state.mappings.get(column)?.get(value);
  const findings = all.flatMap((finding) => {
    // A value that the visitor has renamed keeps its name.
    const values = finding.values.filter(
      (value) => (nameOf(finding.column, value) ?? BLANK_LABEL) === BLANK_LABEL,
    );
    if (values.length === finding.values.length) return [finding];
    return values.length > 0 ? [{ ...finding, values }] : [];
  });
  const [first] = findings.toSorted((a, b) => b.leads - a.leads);
  if (!first) return null;
  // The leads of a finding are counted for all its values together.
  const leads = all.includes(first) ? `: ${countNoun(first.leads, 'lead')}` : '';
  const isDone = findings.every(({ column, values }) =>
    values.every((value) => nameOf(column, value) === BLANK_LABEL),
  );
  return {
    id: 'placeholder',
    brief: `placeholders in ${countNoun(findings.length, 'column')}`,
    text: isDone
      ? `The values that mean “no answer” count as ${BLANK_LABEL} in ${countNoun(findings.length, 'column')}.`
      : `${countNoun(findings.length, 'column has', 'columns have')} values that mean “no answer”.`,
    example: `Such as ${quote(first.values[0] ?? '')} in ${columnNameIn(first.column, state)}${leads}.`,
    remedy: { kind: 'blank', findings, isDone },
  };
}

function describeRounded(findings: readonly ColumnFinding[], state: WorkflowState): DescribedFinding | null {
  const [first] = findings.toSorted((a, b) => b.leads - a.leads);
  if (!first) return null;
  const columns = findings.map(({ column }) => column);
  const arePhones = columns.every((column) => namesPhones(headerOf(state, column)));
  const numbers = arePhones
    ? 'phone numbers'
    : `numbers in ${listNames(
        columns.map((column) => columnNameIn(column, state)),
        MOST_NAMED,
      )}`;
  return {
    id: 'rounded',
    brief: arePhones ? 'rounded phone numbers' : 'rounded numbers',
    text: `Excel has rounded the ${numbers}. Export them again as text.`,
    example: `Such as ${quote(first.values[0] ?? '')} in ${columnNameIn(first.column, state)}: ${countNoun(first.leads, 'lead')}. They tell no leads apart and are in no upload.`,
    remedy: { kind: 'hide', columns, isDone: columns.every((column) => state.hiddenColumns.has(column)) },
  };
}

const UNREAD_DATES = 'looks like dates, but they cannot be read';

function describeUnread(findings: readonly ColumnFinding[], state: WorkflowState): DescribedFinding | null {
  const [first] = findings;
  if (!first) return null;
  const columns = findings.map(({ column }) => column);
  const count = countNoun(columns.length, 'column');
  return {
    id: 'unread-dates',
    brief: `${count} of dates that cannot be read`,
    text:
      columns.length === 1
        ? `1 column ${UNREAD_DATES}.`
        : `${count} look like dates, but they cannot be read.`,
    example: `The first cell that cannot be read in ${columnNameIn(first.column, state)} is ${quote(first.values[0] ?? '')}.`,
    remedy: { kind: 'hide', columns, isDone: columns.every((column) => state.hiddenColumns.has(column)) },
  };
}

export const MOST_NAMED = 5;

/** The texts for one column and for several. */
interface ColumnTexts {
  fault: ColumnFault;
  brief: (columns: string) => string;
  one: string;
  several: string;
}

const COLUMN_TEXTS: readonly ColumnTexts[] = [
  {
    fault: 'after-click',
    brief: (columns) => `${columns} only known later`,
    one: "is only known later, so you can't bid on it",
    several: "are only known later, so you can't bid on them",
  },
  {
    fault: 'sensitive',
    brief: (columns) => `${columns} of sensitive data`,
    one: 'holds sensitive data. Google and Meta restrict ads that target by it: read their policies first',
    several: 'hold sensitive data. Google and Meta restrict ads that target by it: read their policies first',
  },
  {
    fault: 'constant',
    brief: (columns) => `${columns} with one value only`,
    one: 'has the same value for all leads, so there is nothing to compare',
    several: 'have the same value for all leads, so there is nothing to compare',
  },
  {
    fault: 'unique',
    brief: (columns) => `${columns} of mostly unique values`,
    one: 'has a different value for nearly every lead, so there is nothing to compare',
    several: 'have a different value for nearly every lead, so there is nothing to compare',
  },
];

/** The fault of a column as an attribute, to be read after its name; null for a placeholder. */
export function faultText(fault: ColumnFault): string | null {
  if (fault === 'rounded') return 'has numbers that Excel has rounded. Export them again as text';
  if (fault === 'unread-dates') return UNREAD_DATES;
  return COLUMN_TEXTS.find((texts) => texts.fault === fault)?.one ?? null;
}

function describeColumns(
  fault: ColumnFault,
  findings: readonly ColumnFinding[],
  { brief, one, several, state }: Omit<ColumnTexts, 'fault'> & { state: WorkflowState },
): DescribedFinding | null {
  if (findings.length === 0) return null;
  const columns = findings.map(({ column }) => column);
  const count = countNoun(columns.length, 'column');
  return {
    id: fault,
    brief: brief(count),
    text: `${count} ${columns.length === 1 ? one : several}.`,
    example: `${listNames(
      columns.map((column) => columnNameIn(column, state)),
      MOST_NAMED,
    )}.`,
    remedy: { kind: 'hide', columns, isDone: columns.every((column) => state.hiddenColumns.has(column)) },
  };
}
