import { useCallback, useMemo } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { OFFERS_ATTRIBUTE, readOffers, type ConnectionKind } from '#contract/connection-kinds.ts';
import {
  connectionsSchema,
  consentSchema,
  type Connection,
  type OfferedConnection,
  type ReturnTo,
} from '#contract/connections.ts';
import { WORK } from '#frontend/lib/tab-team.ts';
import { read, send } from './client.ts';
import { CONNECTIONS_KEY } from './user.ts';

/** Whether the site offers any connection, as the document says. */
export function offersConnections(): boolean {
  return readOffers(document.documentElement.getAttribute(OFFERS_ATTRIBUTE)).length > 0;
}

/** What the site offers to the signed-in user, with the connections that there are. Fetched whenever it is shown. */
export function useConnections(isSignedIn: boolean) {
  const { data, error, mutate } = useSWR<unknown>(isSignedIn ? CONNECTIONS_KEY : null, read, {
    revalidateOnMount: true,
  });
  const answer = useMemo(() => (data === undefined ? null : connectionsSchema.safeParse(data)), [data]);
  return {
    offered: answer?.success ? answer.data.connections : null,
    error: (error as unknown) ?? (answer?.success === false ? answer.error : undefined),
    askAgain: () => mutate(undefined),
  };
}

/** One connection of the user; null without it, and while it is not known. */
export function useConnection(kind: ConnectionKind): Connection | null {
  const { data } = useSWR<unknown>(CONNECTIONS_KEY, read);
  const answer = connectionsSchema.safeParse(data);
  return answer.data?.connections.find((one) => one.kind === kind)?.connection ?? null;
}

/** The address of the service's page of consent. */
export async function askConsent(kind: ConnectionKind, returnTo: ReturnTo): Promise<string> {
  const answer = await send(`${WORK}/connections/${kind}/connect`, { method: 'POST', json: { returnTo } });
  return consentSchema.parse(await answer.json()).url;
}

/** Ends a connection, here and at the service. Returns a message about the result. */
export function useDisconnect(): (kind: ConnectionKind) => Promise<string> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (kind) => {
      const answer: unknown = await (await send(`${WORK}/connections/${kind}`, { method: 'DELETE' })).json();
      await mutate<unknown>(CONNECTIONS_KEY, (known: unknown) => without(known, kind), {
        revalidate: false,
      });
      return String((answer as { message?: unknown }).message ?? ''); // any object may be read
    },
    [mutate],
  );
}

/** The answer with one connection less. */
function without(known: unknown, kind: ConnectionKind): unknown {
  const answer = connectionsSchema.safeParse(known);
  if (!answer.success) return known;
  const end = (one: OfferedConnection) => (one.kind === kind ? { ...one, connection: null } : one);
  return { connections: answer.data.connections.map(end) };
}
