import { env } from 'cloudflare:workers';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { USER_OWNED_TABLES } from '#worker/db/belongings.ts';
import { migrations } from '#worker/db/migrations.ts';
import * as schema from '#worker/db/schema.ts';

const tables: SQLiteTable[] = Object.values(schema);

test('the Worker carries every file of the folder', () => {
  const files = import.meta.glob('../../migrations/*', { query: '?raw', import: 'default', eager: true });
  const carried = Object.fromEntries(migrations.map(({ name, sql }) => [`../../migrations/${name}`, sql]));
  expect(carried).toEqual(files);
});

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  'the query layer knows table %s as it is',
  async (name, table) => {
    const config = getTableConfig(table);
    const { results: columns } = await env.DB.prepare(
      `SELECT name, type, "notnull", pk FROM pragma_table_info('${name}')`,
    ).all();
    const keyColumns = config.primaryKeys[0]?.columns.map((column) => column.name) ?? [];
    const expected = config.columns.map((column) => {
      const keyPosition = column.primary ? 1 : keyColumns.indexOf(column.name) + 1;
      return {
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        notnull: Number(column.notNull),
        pk: keyPosition,
      };
    });
    expect(columns).toEqual(expected);

    const { results: keys } = await env.DB.prepare(
      `SELECT "from", "table", "to", on_delete FROM pragma_foreign_key_list('${name}') ORDER BY "from"`,
    ).all();
    const references = config.foreignKeys.map((key) => {
      const { columns: from, foreignColumns: to, foreignTable } = key.reference();
      return {
        from: from[0]?.name,
        table: getTableConfig(foreignTable).name,
        to: to[0]?.name,
        on_delete: key.onDelete?.toUpperCase(),
      };
    });
    expect(keys).toEqual(references.toSorted((a, b) => String(a.from).localeCompare(String(b.from))));

    const { results: unique } = await env.DB.prepare(
      `SELECT c.name FROM pragma_index_list('${name}') i, pragma_index_info(i.name) c WHERE i."unique" = 1 AND i.origin = 'c' AND (SELECT count(*) FROM pragma_index_info(i.name)) = 1 ORDER BY c.name`,
    ).all<{ name: string }>();
    const uniqueColumns = config.columns.filter((column) => column.isUnique).map((column) => column.name);
    expect(unique.map((column) => column.name)).toEqual(uniqueColumns.toSorted());
  },
);

test('the query layer knows every table', async () => {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
  ).all<{ name: string }>();
  const names = tables.map((table) => getTableConfig(table).name);
  expect(results.map(({ name }) => name).toSorted()).toEqual([...names, 'd1_migrations'].toSorted());
});

test('sessions that are over are found by an index', async () => {
  const { results } = await env.DB.prepare(
    'EXPLAIN QUERY PLAN SELECT sid FROM sessions WHERE expire <= 1',
  ).all<{
    detail: string;
  }>();
  expect(results.map(({ detail }) => detail).join()).toContain('INDEX sessions_expire');
});

/** The columns of the database that name a user, by their names or by what they refer to. */
async function listUserColumns(): Promise<{ table: string; column: string; onDelete: string | null }[]> {
  const { results } = await env.DB.prepare(
    `SELECT t.name AS "table", c.name AS "column", k.on_delete AS onDelete
     FROM sqlite_master t JOIN pragma_table_info(t.name) c
     LEFT JOIN pragma_foreign_key_list(t.name) k ON k."from" = c.name AND k."table" = 'users'
     WHERE t.type = 'table' AND t.name NOT GLOB '_cf_*'
       AND (t.name, c.name) NOT IN (VALUES ('connections', 'account'), ('connections', 'account_id'), ('ended_rights', 'account'),
         ('ended_rights', 'account_id'), ('sends', 'account')) -- accounts at other services
       AND (k."table" IS NOT NULL OR c.name LIKE '%user%' OR c.name LIKE '%owner%' OR c.name LIKE '%account%')
     ORDER BY t.name`,
  ).all<{ table: string; column: string; onDelete: string | null }>();
  return results;
}

/** Those who did something in a team stay unnamed once they are gone, and a team is an account. */
const OTHER_COLUMNS = [
  { table: 'connections', column: 'made_by', onDelete: 'CASCADE' },
  // The right of somebody who is gone must still be given back.
  { table: 'ended_rights', column: 'owner_id', onDelete: null },
  { table: 'named_resources', column: 'named_by', onDelete: 'SET NULL' },
  { table: 'saved_analyses', column: 'made_by', onDelete: 'SET NULL' },
  { table: 'saved_analyses', column: 'updated_by', onDelete: 'SET NULL' },
  { table: 'teams', column: 'id', onDelete: 'CASCADE' },
  { table: 'teams', column: 'made_by', onDelete: 'SET NULL' },
];

test('every table with a user is on the list of what belongs to one, and goes with the user', async () => {
  const listed = USER_OWNED_TABLES.map(({ table }) => getTableConfig(table).name);
  const belonging = listed.map((table) => ({ table, column: 'user_id', onDelete: 'CASCADE' }));
  const inOrder = (columns: Awaited<ReturnType<typeof listUserColumns>>) =>
    columns.toSorted((a, b) => `${a.table} ${a.column}`.localeCompare(`${b.table} ${b.column}`));
  expect(inOrder(await listUserColumns())).toEqual(inOrder([...belonging, ...OTHER_COLUMNS]));
});

test('a table with a user that is on no list is noticed, however its column is called', async () => {
  for (const column of ['user_id TEXT', 'owner TEXT', 'who TEXT REFERENCES users (id)']) {
    await env.DB.prepare(`CREATE TABLE forgotten (${column})`).run();
    expect(await listUserColumns()).toContainEqual(expect.objectContaining({ table: 'forgotten' }));
    await env.DB.prepare('DROP TABLE forgotten').run();
  }
});
