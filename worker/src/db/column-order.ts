import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/**
 * The values of a new row for `INSERT … SELECT`. Drizzle names the columns in the order of the table; each gets its value by its key,
 * never by its place, and NULL without one.
 */
export function inColumnOrder<Table extends SQLiteTable>(
  table: Table,
  values: Partial<Table['$inferInsert']>,
): SQL {
  const byKey: Record<string, unknown> = values;
  const ordered = Object.entries(getTableColumns(table)).map(([key, column]) =>
    sql.param(byKey[key] ?? null, column),
  );
  return sql.join(ordered, sql`, `);
}
