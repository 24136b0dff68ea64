import { getTableName } from 'drizzle-orm';
import { USER_OWNED_TABLES } from '#worker/db/belongings.ts';

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * The statements that release an account without a Google identity to whoever owns its address, as `replaceByGoogle` does once that
 * person has come. For any other address they change nothing. The first answers with `hasGoogle`, or no row where nobody has the
 * address; the others answer with a row for each row that they change. `address` is spelled as it is stored.
 */
export function releaseStatements(address: string): string[] {
  const hasAddress = `email = ${quote(address)}`;
  const account = `(SELECT id FROM users WHERE ${hasAddress} AND google_id IS NULL)`;
  const endedTables = USER_OWNED_TABLES.filter(({ staysAtHandOver }) => !staysAtHandOver).map(({ table }) =>
    getTableName(table),
  );
  return [
    `SELECT google_id IS NOT NULL AS hasGoogle FROM users WHERE ${hasAddress}`,
    `UPDATE users SET password_hash = NULL, email_proved_at = NULL, alert_mail_at = NULL WHERE id = ${account} RETURNING 'users' AS changed`,
    // Those that the account has made for a team end too.
    ...endedTables.map(
      (name) =>
        `DELETE FROM ${name} WHERE ${account} IN (${name === 'connections' ? 'user_id, made_by' : 'user_id'}) RETURNING '${name}' AS changed`,
    ),
  ];
}
