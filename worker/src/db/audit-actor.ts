/** The person whose request changes something, and a hash of the network that it came from. */
export interface AuditActor {
  userId: string;
  network: string | null;
}

/**
 * Runs statements in one transaction that begins with the name of their actor and ends without it. The triggers of the log read it
 * there: whatever changes a row of a team writes the entry as well, or changes nothing.
 */
export async function asAuditActor(
  database: D1Database,
  actor: AuditActor | null,
  statements: D1PreparedStatement[],
): Promise<D1Result[]> {
  if (!actor) return await database.batch(statements);
  const results = await database.batch([
    database
      .prepare(
        `INSERT INTO audit_people (id, person) SELECT id, lower(hex(randomblob(16))) FROM users WHERE id = ?
         ON CONFLICT DO NOTHING`,
      )
      .bind(actor.userId),
    database
      .prepare(
        'INSERT OR REPLACE INTO acting (id, person, network, at) SELECT 1, person, ?, ? FROM audit_people WHERE id = ?',
      )
      .bind(actor.network, Date.now(), actor.userId),
    ...statements,
    database.prepare('DELETE FROM acting'),
  ]);
  return results.slice(2, -1);
}
