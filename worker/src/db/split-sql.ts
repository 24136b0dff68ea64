// A comment, a quoted text or name, a semicolon, or any other character.
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|;|[\s\S]/g;

/** The body of a trigger holds semicolons, and ends with END. */
const isOpenTrigger = (statement: string): boolean =>
  /^\s*CREATE\s+TRIGGER\b/i.test(statement) && !/\bEND\s*$/i.test(statement);

/**
 * Cuts a migration file into its statements, without comments and semicolons, because D1 runs several statements
 * as one transaction only as a batch.
 */
export function splitSql(sql: string): string[] {
  const statements: string[] = [];
  for (const [token] of sql.matchAll(TOKEN)) {
    const statement = statements.pop() ?? '';
    if (token === ';' && !isOpenTrigger(statement)) statements.push(statement, '');
    else statements.push(/^(--|\/\*)/.test(token) ? statement : statement + token);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
