import { TEAM_KINDS } from '#contract/platforms.ts';
import { MAX_SMALL_BODY_BYTES } from '#contract/limits.ts';
import type { AdAccounts } from '#contract/push-answers.ts';
import { placesSchema, type AccountReference } from '#contract/pushes.ts';
import { listNamedAccounts } from '#worker/db/named-resources.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { parseBody, readJson } from '#worker/middleware/request-body.ts';
import { findConfirmed } from '#worker/pushes/store.ts';
import type { Handlers } from '../mount.ts';
import { askPlatform, openPlatform, requirePlatform } from './platforms.ts';

/** The account that the address names. */
const accountOf = (c: AppContext): AccountReference => ({
  id: c.req.param('id') ?? '',
  via: c.req.query('via') || null,
});

/** All ad accounts that a connection opens. */
export async function listAccounts(c: AppContext): Promise<AdAccounts> {
  const { platform, access } = await openPlatform(c, 'check');
  return await askPlatform(platform.name, () => platform.listAccounts(access));
}

/** The name of an ad account. @throws 409 where the connection does not open it */
export async function readAccountName(c: AppContext, account: AccountReference): Promise<string> {
  const { platform, access } = await openPlatform(c, 'check');
  return (await askPlatform(platform.name, () => platform.read(access, account))).accountName;
}

/** Those that the connection of a team serves. One that was not looked at is known by its name here. */
export async function keepNamed(c: AppContext, found: AdAccounts): Promise<AdAccounts> {
  const team = c.get('team');
  const kind = TEAM_KINDS.find((one) => one === c.req.param('kind'));
  if (!team || !kind) return found;
  const named = await listNamedAccounts(c.get('db'), { userId: team.id, kind });
  const lists = (accounts: readonly { id: string }[], { id }: { id: string }) =>
    accounts.some((one) => one.id === id);
  const open = found.accounts.filter((account) => lists(named, account));
  const unlisted = found.unread > 0 ? named.filter((one) => !lists(found.accounts, one)) : [];
  const others = unlisted.map((one) => ({ ...one, currency: null, isManager: false, isTest: false }));
  return { accounts: [...open, ...others], unread: 0 };
}

const SIZE = { maxBytes: 4 * MAX_SMALL_BODY_BYTES, message: 'These are too many names for one look-up.' };

export const platformHandlers = {
  'GET /api/platforms/:kind/accounts': async (c) => keepNamed(c, await listAccounts(c)),
  'POST /api/platforms/:kind/places': async (c) => {
    const request = parseBody(placesSchema, await readJson(c, SIZE));
    const { kind, platform, access } = await openPlatform(c, { reads: request.account.id });
    const found = await askPlatform(platform.name, () => platform.findPlaces(access, request));
    const confirmed = await findConfirmed(c.get('db'), { userId: c.get('workspace').id, kind }, 'location');
    // A value may be looked up by several names in one call, such as the code of a state and its name.
    const known = new Set(found.flat().map(({ id }) => id));
    const places = request.names.map((name, at) => {
      const id = confirmed.get(name);
      return {
        name,
        candidates: found[at] ?? [],
        confirmedId: id !== undefined && known.has(id) ? id : null,
      };
    });
    return { places };
  },
  'GET /api/platforms/:kind/accounts/:id/audiences': async (c) => {
    const account = accountOf(c);
    const { kind, platform, access } = await openPlatform(c, { reads: account.id });
    const found = await askPlatform(platform.name, () => platform.listAudiences(access, account));
    const confirmed = await findConfirmed(c.get('db'), { userId: c.get('workspace').id, kind }, 'audience');
    const audiences = found.map((audience) => ({
      ...audience,
      confirmedFor: [...confirmed].flatMap(([value, id]) => (id === audience.id ? [value] : [])),
    }));
    return { audiences };
  },
  'GET /api/platforms/:kind/accounts/:id/conversion-actions': async (c) => {
    const { name, listConversionActions: list } = requirePlatform(c).platform;
    if (!list) throw new ApiError(404, 'Not found');
    const account = accountOf(c);
    const { access } = await openPlatform(c, { reads: account.id });
    return await askPlatform(name, () => list(access, account));
  },
} satisfies Partial<Handlers>;
