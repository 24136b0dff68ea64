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
  ['SELECT "a; b" FROM c; SELECT 1', ['SELECT "a; b" FROM c', 'SELECT 1']],
  ["SELECT 'a -- b', 'c /* d'", ["SELECT 'a -- b', 'c /* d'"]],
  ["SELECT 'CREATE TRIGGER'; SELECT 1", ["SELECT 'CREATE TRIGGER'", 'SELECT 1']],
  [
    'CREATE  TRIGGER a AFTER INSERT ON b BEGIN SELECT CASE 1 WHEN 1 THEN 2 END + 1; SELECT 2; END ; SELECT 3',
    [
      'CREATE  TRIGGER a AFTER INSERT ON b BEGIN SELECT CASE 1 WHEN 1 THEN 2 END + 1; SELECT 2; END',
      'SELECT 3',
    ],
  ],
  ['', []],
  ['-- nothing; at all', []],
])('%j', (sql, statements) => {
  expect(splitSql(sql)).toEqual(statements);
});
