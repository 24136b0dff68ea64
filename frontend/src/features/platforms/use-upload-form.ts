import { useMemo } from 'react';
import type { FieldColumns } from '#frontend/analysis/uploads/guess-fields.ts';
import type { UploadField } from '#frontend/analysis/uploads/upload-fields.ts';
import type { ColumnSummary } from '#frontend/counting/file-facts.ts';
import { keepUploadColumns, readUploadColumns } from '#frontend/drafts/upload-columns.ts';
import { useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { UPLOAD_FORM, type UploadForm } from './chosen-upload.ts';

const NO_COLUMNS: readonly ColumnSummary[] = [];

/**
 * The choices for uploads, and the function that changes them. Columns that the visitor has chosen for an earlier file with the
 * same headers are chosen for this one too.
 */
export function useUploadForm(
  columns: readonly ColumnSummary[] = NO_COLUMNS,
): [UploadForm, (next: UploadForm) => void] {
  const [own, change] = useTabChoice(UPLOAD_FORM);
  const remembered = useMemo(() => findRemembered(columns), [columns]);
  // The same object where another choice changes: the reach is counted anew for other columns.
  const chosen = useMemo(() => ({ ...remembered, ...own.columns }), [own.columns, remembered]);
  const form = useMemo(() => ({ ...own, columns: chosen }), [own, chosen]);
  return [
    form,
    (next) => {
      if (next.columns !== form.columns) remember(next.columns, columns);
      change(next);
    },
  ];
}

function findRemembered(columns: readonly ColumnSummary[]): Partial<FieldColumns> {
  const entries = Object.entries(readUploadColumns(columns.map(({ header }) => header)));
  return Object.fromEntries(
    entries.map(([field, header]) => [
      field,
      columns.find((column) => column.header === header)?.index ?? null,
    ]),
  );
}

function remember(chosen: Partial<FieldColumns>, columns: readonly ColumnSummary[]): void {
  const fields = Object.entries(chosen) as [UploadField, number | null][]; // by the type of `chosen`
  keepUploadColumns(
    columns.map(({ header }) => header),
    Object.fromEntries(
      fields.map(([field, index]) => [
        field,
        columns.find((column) => column.index === index)?.header ?? null,
      ]),
    ),
  );
}
