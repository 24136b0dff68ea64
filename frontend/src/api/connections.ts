import { useCallback, useMemo } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { readOffers, type ConnectionKind, type TeamKind } from '#contract/platforms.ts';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import { checkedSchema, type AskedCheck, type Checked } from '#contract/connection-checks.ts';
import {
  connectionsSchema,
  consentSchema,
  namedSchema,
  type Connection,
  type NamedResource,
  type OfferedConnection,
  type ReturnTo,
} from '#contract/connections.ts';
import type { AdAccounts } from '#contract/push-answers.ts';
import { PERSONAL_WORK, WORK } from '#frontend/lib/tab-team.ts';
import { ask, sendCall } from './ask.ts';
import { read, send } from './client.ts';
import { accountsKey, fetchListing, hasCode } from './pushes.ts';

/** Whose connections: those of what the tab shows, which may be a team, or the user's own. */
export type Whose = 'work' | 'own';

const workOf = (whose: Whose): string => (whose === 'own' ? PERSONAL_WORK : WORK);
const keyOf = (whose: Whose) => [`${workOf(whose)}/connections`] as const;

/** Whether the site offers any connection, as the document says. */
export function offersConnections(): boolean {
  return readOffers(document.documentElement.getAttribute(OFFERS_ATTRIBUTE)).length > 0;
}

/** The connections that the site offers to the signed-in user, or to the team of the tab. Fetched whenever they are shown. */
export function useConnections(isSignedIn: boolean, whose: Whose = 'work') {
  const { data, error, mutate } = useSWR<unknown>(isSignedIn ? keyOf(whose) : null, read, {
    revalidateOnMount: true,
  });
  const answer = useMemo(() => (data === undefined ? null : connectionsSchema.safeParse(data)), [data]);
  return {
    offered: answer?.success ? answer.data.connections : null,
    error: (error as unknown) ?? (answer?.success === false ? answer.error : undefined),
    askAgain: () => mutate(undefined),
  };
}

/** One connection of the user's own; null without it, and while it is not known. */
export function useOwnConnection(kind: ConnectionKind): Connection | null {
  const { data } = useSWR<unknown>(keyOf('own'), read);
  const answer = connectionsSchema.safeParse(data);
  return answer.data?.connections.find((one) => one.kind === kind)?.connection ?? null;
}

/** The address of the service's page of consent. */
export async function askConsent(
  kind: ConnectionKind,
  returnTo: ReturnTo,
  whose: Whose = 'work',
): Promise<string> {
  const request = { at: workOf(whose), kind, json: { returnTo } };
  return (await ask('POST /api/connections/:kind/connect', request, consentSchema)).url;
}

/** Ends a connection, here and at the service. Returns a message about the result. */
export function useDisconnect(whose: Whose = 'work'): (kind: ConnectionKind) => Promise<string> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (kind) => {
      const answer = await sendCall('DELETE /api/connections/:kind', { at: workOf(whose), kind });
      const { message }: { message?: unknown } = await answer.json();
      await mutate<unknown>(keyOf(whose), (known: unknown) => change(known, kind, null), {
        revalidate: false,
      });
      return String(message ?? '');
    },
    [mutate, whose],
  );
}

/**
 * Checks a connection: the list then has the answer. Where the service says that the right is over, the list is asked for again, since
 * the connection has ended.
 */
export function useCheck(): (kind: ConnectionKind, asked: AskedCheck) => Promise<Checked> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (kind, asked) => {
      try {
        const request = { at: WORK, kind, json: asked };
        const checked = await ask('POST /api/connections/:kind/check', request, checkedSchema);
        const { check } = checked;
        if (check)
          await mutate<unknown>(
            keyOf('work'),
            (known: unknown) => change(known, kind, { check, lastUsedAt: check.at }), // a check is a use
            { revalidate: false },
          );
        return checked;
      } catch (error) {
        if (hasCode(error, 'DISCONNECTED')) await mutate(keyOf('work'));
        throw error;
      }
    },
    [mutate],
  );
}

const namedKey = (kind: TeamKind) => [WORK, 'connections', kind, 'named'];

/** The spreadsheets or ad accounts that the connection of the team serves; undefined until they are known. */
export function useNamed(kind: TeamKind, isAsked = true) {
  return useSWR<NamedResource[], unknown>(
    isAsked ? namedKey(kind) : null,
    async (key: string[]) => namedSchema.parse(await read(key)).named,
    { revalidateOnMount: true },
  );
}

/** Names a spreadsheet or ad account for the connection of the team, or takes the name back. */
export function useNaming(
  kind: TeamKind,
): (id: string, method: 'PUT' | 'DELETE', managerId?: string | null) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (id, method, managerId) => {
      const through = managerId ? `?via=${encodeURIComponent(managerId)}` : '';
      const address = `${namedKey(kind).join('/')}/${encodeURIComponent(id)}${through}`;
      const answer = await send(address, { method });
      const { named } = namedSchema.parse(await answer.json());
      await mutate<NamedResource[]>(namedKey(kind), named, { revalidate: false });
      if (kind !== 'sheets') await mutate(accountsKey(kind), undefined, { revalidate: true }); // a push offers what is named
    },
    [kind, mutate],
  );
}

/** All ad accounts that the connection of the team opens, for an admin who names one. */
export function useNameable(kind: TeamKind, isAsked: boolean) {
  const key = isAsked ? [WORK, 'connections', kind, 'accounts'] : null;
  return useSWR<AdAccounts, unknown>(key, fetchListing);
}

/** The answer with other fields of one connection, or without it. */
function change(known: unknown, kind: ConnectionKind, fields: Partial<Connection> | null): unknown {
  const answer = connectionsSchema.safeParse(known);
  if (!answer.success) return known;
  const changeOne = (one: OfferedConnection) =>
    one.kind === kind
      ? { ...one, connection: fields && one.connection && { ...one.connection, ...fields } }
      : one;
  return { connections: answer.data.connections.map(changeOne) };
}
