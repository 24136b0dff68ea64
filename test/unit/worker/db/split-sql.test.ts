import { readdirSync, readFileSync } from 'node:fs';
import { readD1Migrations } from '@cloudflare/vitest-pool-workers';
import { expect, test } from 'vitest';
import { splitSql } from '#worker/db/split-sql.ts';

const FOLDER = new URL('../../../../migrations/', import.meta.url);

const plain = (statement: string): string =>
  statement
    .replace(/--[^\n]*/g, '')
    .replace(/;\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();

test('every migration is cut into the statements that wrangler makes of it', async () => {
  const migrations = await readD1Migrations(FOLDER.pathname);
  expect(migrations.length).toBeGreaterThan(0);
  for (const { name, queries } of migrations) {
    const statements = splitSql(readFileSync(new URL(name, FOLDER), 'utf8')).map(plain);
    expect(statements).toEqual(queries.map(plain).filter(Boolean));
  }
});

test('migrations are numbered without gaps, and nothing else lies beside them', () => {
  const names = readdirSync(FOLDER).toSorted();
  names.forEach((name, index) => {
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}_[a-z0-9_]+\\.sql$`));
  });
});

test.each([
  ["INSERT INTO a VALUES ('x;y'); SELECT 1", ["INSERT INTO a VALUES ('x;y')", 'SELECT 1']],
  ["SELECT 'it''s; one' -- comment; here\n;", ["SELECT 'it''s; one'"]],
  ['SELECT ";" /* a; b */ ;;\n', ['SELECT ";"']],
  ['', []],
  ['-- nothing; at all', []],
])('%j', (sql, statements) => {
  expect(splitSql(sql)).toEqual(statements);
});
