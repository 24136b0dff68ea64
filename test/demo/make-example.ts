import type { SaveAnalysis } from '#contract/analyses.ts';
import { DAY } from '#contract/limits.ts';
import { DELIVERY_CONTENT_TYPE, type MadeSource } from '#contract/sources.ts';
import type { MadeInvitation } from '#contract/team-answers.ts';
import type { StandInSheet } from '../support/google-sheets-stand-in.ts';
import { linkIn } from '../support/sent-mail.ts';
import { Caller, type Site } from './caller.ts';
import { LATEST_DAYS, LEAD_COLUMNS, toCsv } from './example-leads.ts';
import { listLetters, readLetter } from './letters.ts';

const PASSWORD = 'try everything once';
export const ACCOUNT = { email: 'example@example.com', password: PASSWORD };
export const COLLEAGUE = { email: 'colleague@example.com', password: PASSWORD };
export const TEAM = 'Example team';

/** The stand-in of Google Sheets has one spreadsheet. */
export const SHEET_ADDRESS = 'https://docs.google.com/spreadsheets/d/example-leads-of-the-demo/edit';

export interface Inbox {
  address: string;
  token: string;
}

export interface Example {
  analysisId: string;
  inbox: Inbox;
}

interface Seed {
  packed: { save: SaveAnalysis; dataset: Uint8Array<ArrayBuffer> };
  /** The leads that came first, and those that came last. */
  earlier: readonly string[][];
  latest: readonly string[][];
}

/** Signs up, proves the address by the mailed link, and turns alerts by e-mail on. */
async function makeAccount(site: Site, account: typeof ACCOUNT): Promise<Caller> {
  const caller = new Caller(site);
  await caller.call('POST', '/api/auth/signup', account);
  await caller.call('POST', '/api/mail/link');
  const [letter] = (await listLetters(site.worker)).filter(({ to }) => to.includes(account.email));
  if (!letter) throw new Error(`No letter has come to ${account.email}`);
  const [, token] = linkIn((await readLetter(site.worker, letter)).text).split('=');
  await caller.call('POST', '/api/mail/confirm', { token });
  await caller.call('PUT', '/api/mail/alerts', { on: true });
  return caller;
}

/** Delivers a file as a program does: by the token, and from no page. */
export async function deliver(
  { worker }: Site,
  { address, token }: Inbox,
  rows: readonly string[][],
): Promise<void> {
  const answer = await fetch(worker + new URL(address).pathname, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': DELIVERY_CONTENT_TYPE },
    body: toCsv(rows),
  });
  if (!answer.ok) throw new Error(`The delivery was refused: ${answer.status} ${await answer.text()}`);
}

/** The columns with the times of the example, by table. */
const TIMES = {
  saved_analyses: ['created_at', 'updated_at'],
  uploads: ['created_at'],
  sources: ['created_at', 'last_run_at'],
  versions: ['made_at', 'entered_at'],
  watched_rules: ['since', 'judged_at'],
};

/** Moves all of that back by `days`, to the time when the newest of the earlier leads came: alerts go by leads that came later. */
async function makeOlder({ worker }: Site, days: number): Promise<void> {
  const sql = Object.entries(TIMES).map(
    ([table, columns]) =>
      `UPDATE ${table} SET ${columns.map((column) => `${column} = ${column} - ${days * DAY}`).join(', ')}`,
  );
  const answer = await fetch(`${worker}/cdn-cgi/local/explorer/api/d1/database/DB/raw`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sql: sql.join('; ') }),
  });
  if (!answer.ok) throw new Error(`The database of the demo: ${answer.status} ${await answer.text()}`);
}

/** A saved analysis with an inbox, to which the earlier leads were delivered, and whose rules are in use. */
async function makeAnalysis(site: Site, owner: Caller, { packed, earlier }: Seed): Promise<Example> {
  const { id } = await owner.call<{ id: string }>('POST', '/api/analyses', packed.save);
  await owner.call('PUT', `/api/analyses/${id}/dataset`, packed.dataset);
  const made = await owner.call<MadeSource>('PUT', `/api/analyses/${id}/source`, { kind: 'inbox' });
  const inbox = { address: `${site.address}/api/inbox/${made.source.id}`, token: made.token };
  await deliver(site, inbox, earlier);
  await owner.call('POST', `/api/analyses/${id}/versions/1/entered`);
  await makeOlder(site, LATEST_DAYS.from);
  return { analysisId: id, inbox };
}

/** A team of two, which has a copy of the analysis. */
async function makeTeam(owner: Caller, colleague: Caller, analysisId: string): Promise<void> {
  const team = await owner.call<{ id: string }>('POST', '/api/teams', { name: TEAM });
  const invitation = { role: 'editor', email: null };
  const { token } = await owner.call<MadeInvitation>('POST', `/api/teams/${team.id}/invitations`, invitation);
  await colleague.call('POST', '/api/invitations/accept', { token });
  await owner.call('POST', `/api/analyses/${analysisId}/copy`, { team: team.id });
}

async function describeSheet(sheets: string, rows: readonly string[][]): Promise<void> {
  const id = SHEET_ADDRESS.split('/').at(-2);
  const sheet: StandInSheet = {
    title: 'Example leads',
    tabs: [{ title: 'Leads', rows: [LEAD_COLUMNS, ...rows] }],
  };
  await fetch(`${sheets}/stand-in/${id}`, { method: 'PUT', body: JSON.stringify(sheet) });
}

/** Makes what a newcomer finds: an account, a team, an analysis that an inbox keeps current, and a spreadsheet. */
export async function makeExample(site: Site, sheets: string, seed: Seed): Promise<Example> {
  const owner = await makeAccount(site, ACCOUNT);
  const example = await makeAnalysis(site, owner, seed);
  await makeTeam(owner, await makeAccount(site, COLLEAGUE), example.analysisId);
  await describeSheet(sheets, seed.latest);
  return example;
}
