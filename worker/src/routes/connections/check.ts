import type { Handlers } from '../mount.ts';
import { CONNECTION_KINDS } from '#contract/platforms.ts';
import type { AskedCheck, BrowserFinding, ConnectionCheck, Turn } from '#contract/connection-checks.ts';
import { LEASE_MS } from '#contract/limits.ts';
import type { AccountReference } from '#contract/pushes.ts';
import { randomToken } from '#worker/auth/signing.ts';
import {
  deleteEnded,
  findConnection,
  saveCheck,
  takeLease,
  type ConnectionRow,
} from '#worker/db/connections.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, invalidInput } from '#worker/errors.ts';
import { AccessEnded, PlatformRefused } from '#worker/pushes/rule-platform.ts';
import { readTitle, SheetFailure, type ReadSheetProblem } from '#worker/runs/read-sheet.ts';
import { keepNamed } from '../pushes/platform-routes.ts';
import { askPlatform, openPlatform, type OpenPlatform } from '../pushes/platforms.ts';
import { isMaker } from './present-connection.ts';
import {
  isConnectable,
  mustConnect,
  requireAccess,
  requireKind,
  requireNamed,
  requireService,
} from './require-access.ts';

type Finding = Omit<ConnectionCheck, 'at'>;

const well = (answer: string): Finding => ({ answer, turn: null, code: null });

/** The answer of the service, or the ad accounts of which the visitor has to choose one. */
async function findOut(c: AppContext, connection: ConnectionRow, { found, account }: AskedCheck) {
  const { kind } = connection;
  if (kind === 'sheets') return await checkSheets(c);
  if (kind === 'google-values') {
    if (found === undefined) throw invalidInput('found must say what the browser has found');
    await requireAccess(c, kind, 'fresh-check');
    return FINDINGS[found];
  }
  const open = await openPlatform(c, 'fresh-check');
  if (!open.platform.isTriedInAccount) return await tryConnection(c, { open, connection });
  if (account) {
    await requireNamed(c, kind, account.id);
    return await tryConnection(c, { open, connection, account });
  }
  return await chooseAccount(c, { open, connection });
}

/** Google’s id of a spreadsheet is longer than this one, so that nobody’s spreadsheet has it. */
const NO_SPREADSHEET = 'no-spreadsheet-has-this-id';

const SHEET_TURNS: Readonly<Partial<Record<ReadSheetProblem, Pick<Finding, 'turn' | 'code'>>>> = {
  'not-enabled': { turn: 'operator', code: 'SERVICE_DISABLED' },
  disconnected: { turn: 'user', code: 'UNAUTHENTICATED' },
  'too-often': { turn: 'nobody', code: 'RESOURCE_EXHAUSTED' },
};

/** Asks for the title of a spreadsheet that does not exist: Google answers that only where the API is enabled and the right is there. */
async function checkSheets(c: AppContext): Promise<Finding> {
  const { accessToken } = await requireAccess(c, 'sheets', 'fresh-check');
  try {
    await readTitle({ accessToken, env: c.env }, NO_SPREADSHEET);
  } catch (error) {
    if (!(error instanceof SheetFailure)) throw error;
    const turn = SHEET_TURNS[error.problem];
    if (turn) return { answer: error.message, ...turn };
    if (error.problem === 'unavailable')
      throw new ApiError(502, error.message, { code: 'PROVIDER_UNAVAILABLE' });
  }
  return well('Google Sheets takes the permission. No spreadsheet was opened.');
}

const blame = (turn: Turn, code: string | null, answer: string): Finding => ({ answer, turn, code });

/** `SERVICE_DISABLED` and the others: google.rpc.ErrorInfo and google.rpc.Code. */
const FINDINGS: Readonly<Record<BrowserFinding, Finding>> = {
  taken: well('Google answers this browser and takes the permission. Nothing was sent.'),
  'not-taken': blame(
    'user',
    'UNAUTHENTICATED',
    'Google does not take the permission to send values. Connect again, and leave its box ticked.',
  ),
  'not-enabled': blame(
    'operator',
    'SERVICE_DISABLED',
    'The Data Manager API is not enabled for this site at Google. Until it is, download the file.',
  ),
  limit: blame(
    'nobody',
    'RESOURCE_EXHAUSTED',
    'Google takes no more requests of this site right now. Try again tomorrow.',
  ),
  refused: blame(
    'operator',
    'CORS',
    'Google can be reached, but refuses calls from the pages of this site. Until it takes them, download the file.',
  ),
  unreached: blame(
    'user',
    null,
    'This browser cannot reach datamanager.googleapis.com: an extension or your network may block it.',
  ),
};

interface Trial {
  open: OpenPlatform;
  connection: ConnectionRow;
  account?: AccountReference;
}

/** An account of no platform. */
const NO_ACCOUNT: AccountReference = { id: '', via: null };

function tryConnection(c: AppContext, { open, connection, account = NO_ACCOUNT }: Trial): Promise<Finding> {
  return judge(c, { open, connection }, async () =>
    well(await open.platform.tryConnection(open.access, account)),
  );
}

/** The only account of the connection is tried at once. */
function chooseAccount(c: AppContext, trial: Trial) {
  const { platform, access } = trial.open;
  return judge(c, trial, async () => {
    const found = await keepNamed(c, await platform.listAccounts(access));
    const { accounts, unread } = found;
    const [account] = accounts;
    if (accounts.length > 1 || unread > 0) return found;
    if (account) return well(await platform.tryConnection(access, account));
    return c.get('team')
      ? blame('user', null, 'No ad account is named for this connection yet. Name one below.')
      : blame('user', null, 'The connection opens no ad account. Connect again as somebody who has one.');
  });
}

/** Turns a refusal into a finding. A token that cannot be renewed is the right itself; another one is new, so that the right is there. */
async function judge<T>(
  c: AppContext,
  { open: { kind, platform }, connection }: Trial,
  work: () => Promise<T>,
): Promise<T | Finding> {
  return await askPlatform(platform.name, async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PlatformRefused)) throw error;
      const { turn, code } = error;
      if (!(error instanceof AccessEnded)) return blame(turn, code, error.message);
      const { provider } = await requireService(c, kind);
      if (!provider.refresh) await endConnection(c, connection);
      return blame(
        turn,
        code,
        `${platform.name} does not take the connection, though its permission was renewed just now.`,
      );
    }
  });
}

/** Ends a connection whose service says that the right is over, unless another one has replaced it. */
async function endConnection(c: AppContext, { userId, kind, refreshToken }: ConnectionRow): Promise<never> {
  const lease = { userId, kind, lease: randomToken() };
  const now = Date.now();
  const db = c.get('db');
  if (await takeLease(db, lease, { refreshToken, now, until: now + LEASE_MS })) await deleteEnded(db, lease);
  throw mustConnect(kind);
}

export const checkHandlers = {
  'POST /api/connections/:kind/check': async (c) => {
    const kind = requireKind(c, CONNECTION_KINDS);
    if (!isConnectable(c, kind)) throw new ApiError(404, 'Not found');
    const connection = await findConnection(c.get('db'), { userId: c.get('workspace').id, kind });
    if (!connection) throw mustConnect(kind);
    if (!isMaker(c, connection))
      throw new ApiError(403, 'A connection is checked by the admin who has made it.');
    const found = await findOut(c, connection, c.req.valid('json'));
    if ('accounts' in found) {
      const accounts = found.accounts.map(({ id, via, name }) => ({ id, via, name }));
      return { check: null, accounts, unread: found.unread };
    }
    const check = { at: new Date().toISOString(), ...found };
    await saveCheck(c.get('db'), connection, check);
    return { check, accounts: [], unread: 0 };
  },
} satisfies Partial<Handlers>;
