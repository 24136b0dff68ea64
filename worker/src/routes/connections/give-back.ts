import { PLATFORM_OF, type PlatformId } from '#contract/platforms.ts';
import { revoke } from '#worker/connections/access.ts';
import type { Database } from '#worker/db/client.ts';
import type { CleanUpTime } from '#worker/db/clean-up.ts';
import { listSameAccount } from '#worker/db/connections.ts';
import { forgetRights, listDueRights, postponeRights, type EndedRight } from '#worker/db/ended-rights.ts';
import type { Deployment, Env } from '#worker/env.ts';
import { findService } from './services.ts';

/**
 * The state of the rights of one account:
 *
 * - `ended`: the service has confirmed it, or does not know them any more
 * - `left`: they cannot be given back from here, or another connection of the account still needs them
 * - `unanswered`: another attempt may succeed
 */
type Outcome = 'ended' | 'left' | 'unanswered';

/** Gives the rights of one account back. One token ends them all; an unknown token says nothing about the other ones. */
async function giveBackAccount(
  db: Database,
  site: Deployment,
  rights: readonly EndedRight[],
): Promise<Outcome> {
  const [first] = rights;
  if (first && (await listSameAccount(db, first)).length > 0) return 'left';
  let outcome: Outcome = 'ended';
  for (const right of rights) {
    const service = await findService(site, right.kind);
    const result = service ? await revoke(service, right) : 'unanswered';
    if (result === 'revoked') return 'ended';
    if (result === 'unanswered') outcome = 'unanswered';
    else if (result === 'impossible' && outcome === 'ended') outcome = 'left';
  }
  return outcome;
}

/**
 * Gives the rights of connections back that were deleted here, except those of an account that stays connected. What is not confirmed is
 * tried again by the hourly run. Returns the services where a right may be left now.
 */
export async function giveRightsBack(
  db: Database,
  site: Deployment,
  rights: readonly EndedRight[],
): Promise<PlatformId[]> {
  const accounts = [
    ...Map.groupBy(
      rights,
      ({ kind, account, accountId }) => `${PLATFORM_OF[kind]} ${accountId ?? account}`,
    ).values(),
  ];
  const outcomes = await Promise.all(
    accounts.map(async (own) => ({ own, outcome: await giveBackAccount(db, site, own) })),
  );
  const rightsOf = (isWanted: (outcome: Outcome) => boolean) =>
    outcomes.flatMap(({ own, outcome }) => (isWanted(outcome) ? own : []));
  await forgetRights(
    db,
    rightsOf((outcome) => outcome !== 'unanswered'),
  );
  await postponeRights(
    db,
    rightsOf((outcome) => outcome === 'unanswered'),
    Date.now(),
  );
  return [...new Set(rightsOf((outcome) => outcome !== 'ended').map(({ kind }) => PLATFORM_OF[kind]))];
}

/** Rights of one attempt of the hourly run: each may take some seconds. */
const PORTION = 20;

/** Nobody consents in the hourly run. */
const NO_ADDRESS = 'https://hourly.invalid';

/** Gives back what was not confirmed before. */
export async function giveDueRightsBack(
  db: Database,
  env: Env,
  { now, hasTime }: CleanUpTime,
): Promise<void> {
  while (hasTime()) {
    const due = await listDueRights(db, { now, most: PORTION });
    await giveRightsBack(db, { env, req: { url: NO_ADDRESS } }, due);
    if (due.length < PORTION) return;
  }
}
