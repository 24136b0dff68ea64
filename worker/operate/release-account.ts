import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { emailSchema } from '#contract/auth.ts';
import { releaseStatements } from './release-statements.ts';

/**
 * `npm run release-account -- ADDRESS`: takes the password of an account away and ends all that lets its holder in, so that whoever
 * owns the address gets the account with Google. See worker/OPERATING.md, 'Google sign-in'.
 */

const USAGE = `npm run release-account -- ADDRESS [--yes] [--local [--persist-to FOLDER]]`;
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const WRANGLER = fileURLToPath(new URL('../../node_modules/wrangler/bin/wrangler.js', import.meta.url));

interface Answer {
  results: { hasGoogle?: 0 | 1; changed?: string }[];
}

function readWords() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      local: { type: 'boolean', default: false },
      remote: { type: 'boolean', default: false },
      'persist-to': { type: 'string' },
    },
  });
  const { local: isLocal, 'persist-to': folder } = values;
  if (positionals.length !== 1 || (isLocal && values.remote)) throw new Error(`Usage: ${USAGE}`);
  if (folder !== undefined && !isLocal) throw new Error('--persist-to needs --local.');
  const { data: address } = emailSchema.safeParse(positionals[0]);
  if (address === undefined) throw new Error(`'${positionals[0]}' is no e-mail address.`);
  const place = isLocal ? ['--local', ...(folder ? ['--persist-to', folder] : [])] : ['--remote'];
  return { address, isLocal, place, isConfirmed: values.yes };
}

/** The first line of the answer; an input that ends without one is a no. */
async function confirm(question: string): Promise<boolean> {
  process.stdout.write(`${question} [y/N] `);
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return /^y(es)?$/i.test(line.trim());
  return false;
}

/** One call, so that all statements are one transaction. */
function execute(statements: readonly string[], place: readonly string[]): Answer[] {
  const words = ['d1', 'execute', 'lead-value-analyzer', ...place, '--yes', '--json'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [WRANGLER, ...words, `--command=${statements.join(';\n')}`],
    { cwd: PROJECT, encoding: 'utf8' },
  );
  if (status !== 0)
    throw new Error(`wrangler failed. Where it is not signed in: npx wrangler login\n${stdout}${stderr}`);
  return JSON.parse(stdout.slice(stdout.indexOf('['))) as Answer[]; // as wrangler writes it
}

function describeOutcome(address: string, answers: readonly Answer[]): string {
  const rows = answers.flatMap(({ results }) => results);
  const hasGoogle = rows.find((row) => row.hasGoogle !== undefined)?.hasGoogle;
  if (hasGoogle === undefined) throw new Error(`Nobody has the address ${address}. Nothing was changed.`);
  if (hasGoogle)
    throw new Error(
      `${address} has a Google account already: its owner signs in with it. Nothing was changed.`,
    );
  const deleted = Map.groupBy(rows, ({ changed }) => changed);
  const counts = [...deleted].flatMap(([table, { length }]) =>
    table === undefined || table === 'users' ? [] : [`${table.replaceAll('_', ' ')} ${length}`],
  );
  return [
    `${address} has no password any more, and no device is signed in.`,
    `Deleted: ${counts.join(', ') || 'nothing'}.`,
    'The next person who continues with Google and has that address there, verified, gets the account.',
  ].join('\n');
}

async function main(): Promise<void> {
  const { address, isLocal, place, isConfirmed } = readWords();
  const question = `Take the password of ${address} away ${isLocal ? 'on this computer' : 'on the deployed site'}, sign out every device, and end its links, inboxes, invitations and connections?`;
  if (!isConfirmed && !(await confirm(question))) throw new Error('Nothing was changed.');
  process.stdout.write(`${describeOutcome(address, execute(releaseStatements(address), place))}\n`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
