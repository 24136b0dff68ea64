// A comment, a quoted text or name, a semicolon, or any other character.
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|;|[\s\S]/g;

/**
 * Splits a migration file into statements without comments and semicolons, since D1 needs a batch of statements for one
 * transaction. It does not support triggers: their bodies hold semicolons.
 */
export function splitSql(sql: string): string[] {
  const statements = [''];
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') statements.push('');
    else if (!/^(--|\/\*)/.test(token)) statements.push((statements.pop() ?? '') + token);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
