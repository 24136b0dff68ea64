// A comment, a quoted text or name, a semicolon, or any other character.
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|;|[\s\S]/g;

/**
 * Cuts a migration file into its statements, without comments and semicolons, because D1 runs several statements
 * as one transaction only as a batch. Triggers, whose bodies hold semicolons, are not understood.
 */
export function splitSql(sql: string): string[] {
  const statements = [''];
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') statements.push('');
    else if (!/^(--|\/\*)/.test(token)) statements.push((statements.pop() ?? '') + token);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
