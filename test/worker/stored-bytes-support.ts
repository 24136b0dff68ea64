import { env } from 'cloudflare:workers';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { COUNTED_TABLES } from '#worker/db/stored-bytes.ts';

/** The bytes of an owner, counted anew from all of its rows. */
export async function countedBytesOf(ownerId: string, database = env.DB): Promise<number> {
  const queries = COUNTED_TABLES.map(({ table, owner, texts, sizes }) => {
    const terms = [
      ...sizes.map(({ name }) => name),
      ...texts.map(({ name }) => `coalesce(octet_length(${name}), 0)`),
    ].join(' + ');
    return database
      .prepare(`SELECT sum(${terms}) AS n FROM ${getTableConfig(table).name} WHERE ${owner.name} = ?`)
      .bind(ownerId);
  });
  const answers = await database.batch<{ n: number | null }>(queries);
  return answers.reduce((sum, { results }) => sum + (results[0]?.n ?? 0), 0);
}
