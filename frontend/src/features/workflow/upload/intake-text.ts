import type { Encoding } from '#frontend/csv/decode.ts';
import type { Delimiter } from '#frontend/csv/dialect.ts';
import { countNoun } from '#frontend/lib/format.ts';
import type { OpenedFile } from '#frontend/thread/protocol.ts';

interface Named<T> {
  value: T;
  label: string;
  detail: string;
}

export const ENCODINGS: readonly Named<Encoding>[] = [
  { value: 'utf-8', label: 'UTF-8', detail: 'Most web tools and Google Sheets' },
  { value: 'utf-16le', label: 'UTF-16', detail: 'Meta lead downloads, “Unicode text” from Excel' },
  { value: 'utf-16be', label: 'UTF-16 (big-endian)', detail: 'Rare, from older systems' },
  {
    value: 'windows-1252',
    label: 'Windows-1252',
    detail: 'Excel on Windows in Western Europe and the Americas',
  },
];

export const DELIMITERS: readonly (Named<Delimiter> & { adjective: string })[] = [
  { value: ',', label: 'Comma', detail: 'Source,Country,Device', adjective: 'comma-separated' },
  { value: ';', label: 'Semicolon', detail: 'Source;Country;Device', adjective: 'semicolon-separated' },
  { value: '\t', label: 'Tab', detail: 'Source → Country → Device', adjective: 'tab-separated' },
  { value: '|', label: 'Pipe', detail: 'Source|Country|Device', adjective: 'pipe-separated' },
];

/** The open file in one line: '9,240 leads, 37 columns, comma-separated, UTF-8'. */
export function describeIntake({ rowCount, headers, report }: OpenedFile): string {
  return [
    countNoun(rowCount, 'lead'),
    countNoun(headers.length, 'column'),
    DELIMITERS.find(({ value }) => value === report.delimiter)?.adjective,
    ENCODINGS.find(({ value }) => value === report.encoding)?.label,
  ].join(', ');
}
