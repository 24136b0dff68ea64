import type { UploadChoices } from './check-lead.ts';
import type { ZoneClock } from './moments.ts';
import type { UploadField } from './upload-fields.ts';
import type { HashedLead, UploadFormat } from './upload-format.ts';

/** How the rows of one file are written. */
interface UploadTable {
  /** The lines above the headings, each of one cell. */
  parameters: readonly string[];
  headings: readonly string[];
  /** @param conversionName that of the lead's stage; without one that of all leads */
  toCells(lead: HashedLead, conversionName?: string): string[];
}

/**
 * The table of an upload in the platform's own format. Cells are written as they are in the visitor's file; times are
 * in UTC, and days without a time those of the chosen zone.
 * Example: for Google's clicks 'Parameters:TimeZone=+0000', then 'Google Click ID', 'Conversion Name', ...
 */
export function createUploadTable(
  format: UploadFormat,
  choices: UploadChoices,
  clock: ZoneClock | null,
): UploadTable {
  const columns = format.columns.filter(({ field, beside }) =>
    [field, beside].every((needed) => needed === undefined || isWritten(needed, choices)),
  );
  const alike = { ...choices, clock };
  return {
    parameters: format.parameters,
    headings: columns.map(({ heading }) => heading),
    toCells: (lead, conversionName = choices.conversionName) =>
      columns.map(({ cell }) => cell(lead, { ...alike, conversionName })),
  };
}

function isWritten(field: UploadField, choices: UploadChoices): boolean {
  const isStated = (field === 'adUserData' || field === 'adPersonalization') && choices[field] !== null;
  return choices.columns[field] !== null || isStated;
}
