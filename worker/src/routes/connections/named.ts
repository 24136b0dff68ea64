import { CONNECTION_NAMES, TEAM_KINDS, type TeamKind } from '#contract/platforms.ts';
import { MAX_FILE_NAME_LENGTH, MAX_NAMED } from '#contract/limits.ts';
import type { Named } from '#contract/connections.ts';
import { SPREADSHEET_ID } from '#contract/sources.ts';
import { listNamed, nameResource, unnameResource, type ResourceKey } from '#worker/db/named-resources.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, invalidInput, teamLimit } from '#worker/errors.ts';
import { requireRight } from '#worker/middleware/team.ts';
import { readTitle, SheetFailure } from '#worker/runs/read-sheet.ts';
import { listAccounts, readAccountName } from '../pushes/platform-routes.ts';
import type { Handlers } from '../mount.ts';
import { presentNamed } from './present-connection.ts';
import { requireAccess, requireKind } from './require-access.ts';

const keyOf = (c: AppContext): ResourceKey & { kind: TeamKind } => ({
  userId: c.get('workspace').id,
  kind: requireKind(c, TEAM_KINDS),
  resourceId: c.req.param('resource') ?? '', // two of the routes have one
});

const showNamed = async (c: AppContext): Promise<Named> =>
  presentNamed(await listNamed(c.get('db'), keyOf(c)));

/**
 * The name of today at the service. An ad account that the list lacks is asked for itself, by way of the `via` in the address.
 *
 * @throws 409 where the connected account does not open it
 */
async function readNamed(
  c: AppContext,
  { kind, resourceId }: ReturnType<typeof keyOf>,
): Promise<{ name: string; via: string | null }> {
  if (kind === 'sheets') return { name: await readSheetName(c, resourceId), via: null };
  const { accounts, unread } = await listAccounts(c);
  const account = accounts.find(({ id }) => id === resourceId);
  if (account) return account;
  const via = c.req.query('via') || null;
  if (unread > 0) return { name: await readAccountName(c, { id: resourceId, via }), via };
  throw refused(`The account that is connected to ${CONNECTION_NAMES[kind]} does not open this ad account.`);
}

const refused = (message: string) => new ApiError(409, message, { code: 'PLATFORM_REFUSED' });

async function readSheetName(c: AppContext, spreadsheetId: string): Promise<string> {
  if (!SPREADSHEET_ID.test(spreadsheetId)) throw invalidInput('must be the id of a spreadsheet');
  const { accessToken } = await requireAccess(c, 'sheets', 'check');
  try {
    return await readTitle({ accessToken, env: c.env }, spreadsheetId);
  } catch (error) {
    throw error instanceof SheetFailure ? refused(error.message) : error;
  }
}

/** The calls about what the connections of a team serve: admins name it. */
export const namedHandlers = {
  'GET /api/teams/:team/connections/:kind/named': showNamed,
  'GET /api/teams/:team/connections/:kind/accounts': listAccounts,
  'PUT /api/teams/:team/connections/:kind/named/:resource': async (c) => {
    const key = keyOf(c);
    const { name, via } = await readNamed(c, key);
    const by = c.get('requester').id;
    const named = { ...key, name: name.slice(0, MAX_FILE_NAME_LENGTH), via, by, now: Date.now() };
    if (!(await nameResource(c.get('db'), named))) {
      await requireRight(c, key.userId, 'connect'); // the right may have been taken meanwhile
      throw teamLimit(`${MAX_NAMED} are named for this connection, which is the most. Take one back first.`);
    }
    return await showNamed(c);
  },
  'DELETE /api/teams/:team/connections/:kind/named/:resource': async (c) => {
    await unnameResource(c.get('db'), { ...keyOf(c), by: c.get('requester').id });
    return await showNamed(c);
  },
} satisfies Partial<Handlers>;
