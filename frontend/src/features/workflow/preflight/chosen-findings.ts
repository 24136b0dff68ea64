import { MIN_CONVERSIONS } from '#frontend/analysis/constants.ts';
import type { Counts } from '#frontend/analysis/lift.ts';
import type { ColumnsCheck } from '#frontend/thread/check-columns.ts';
import type { FileFindings } from '#frontend/thread/inspect-rows.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { NAME_LENGTH, shortText } from '../values/short-text.ts';
import { headerOf } from '../workflow-selectors.ts';
import type { WorkflowState } from '../workflow-state.ts';
import { faultText } from './file-findings.ts';

/** The findings about one chosen attribute, in words. A mostly unique column has a notice of its own. */
export function describeAttribute(
  column: number,
  { check, file, state }: { check: ColumnsCheck | null; file: FileFindings | null; state: WorkflowState },
): string[] {
  const header = (of: number) => shortText(headerOf(state, of), NAME_LENGTH);
  const faults = (file?.columns ?? [])
    .filter((finding) => finding.column === column && finding.fault !== 'unique')
    .map(({ fault }) => faultText(fault))
    .filter((text) => text !== null);
  const deciding = check?.deciding.find((found) => found.column === column);
  const alike = (check?.alike ?? []).filter(
    // The later of two attributes is the one to change; the status stays.
    ({ columns: [first, second] }) =>
      second === state.statusColumn ? first === column && !deciding : second === column,
  );
  return [
    ...(deciding
      ? [`${header(column)} all but decides the status: ${describeDeciding(deciding.example)}`]
      : []),
    ...alike.map(
      ({ columns: [first, second], exceptions, values: [a, b] }) =>
        `${header(first)} and ${header(second)} say the same: ${quote(a)} goes with ${quote(b)}, with ${countExceptions(exceptions)}.`,
    ),
    ...faults.map((text) => `${header(column)} ${text}.`),
  ];
}

function describeDeciding({ value, leads, conversions }: Counts & { value: string }): string {
  return `${formatCount(conversions)} of ${countNoun(leads, 'lead')} with ${quote(value)} converted. It was probably written after the sale.`;
}

function countExceptions(exceptions: number): string {
  return exceptions === 0 ? 'no exception' : countNoun(exceptions, 'exception');
}

function quote(value: string): string {
  return `“${shortText(value, NAME_LENGTH)}”`;
}

/** A word on a file in which too few leads converted, or too few did not; null otherwise, and while no lead converted or all did. */
export function describeFewConversions({ leads, conversions }: Counts): string | null {
  const others = leads - conversions;
  const few = Math.min(conversions, others);
  if (few === 0 || few >= MIN_CONVERSIONS) return null;
  const verb = conversions <= others ? 'converted' : 'did not convert';
  return `Only ${formatCount(few)} of ${countNoun(leads, 'lead')} ${verb}. With fewer than ${MIN_CONVERSIONS}, hardly any difference can be told from chance.`;
}
