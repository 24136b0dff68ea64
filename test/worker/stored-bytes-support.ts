import { env } from 'cloudflare:workers';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { COUNTED_TABLES } from '#worker/db/stored-bytes.ts';

/** The bytes of an owner, counted anew from all of its rows. */
export async function countedBytesOf(ownerId: string, database = env.DB): Promise<number> {
  let sum = 0;
  for (const { table, owner, texts, sizes } of COUNTED_TABLES) {
    const terms = [
      ...sizes.map(({ name }) => name),
      ...texts.map(({ name }) => `coalesce(octet_length(${name}), 0)`),
    ].join(' + ');
    const query = `SELECT sum(${terms}) AS n FROM ${getTableConfig(table).name} WHERE ${owner.name} = ?`;
    sum += (await database.prepare(query).bind(ownerId).first<number>('n')) ?? 0;
  }
  return sum;
}
