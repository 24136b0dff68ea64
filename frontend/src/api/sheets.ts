import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { connectionsSchema, consentSchema, type Connection } from '#contract/connections.ts';
import { read, send } from './client.ts';
import { CONNECTIONS_KEY } from './user.ts';

/** The user's connection to Google Sheets; null without one, and while it is not known. */
export function useSheetsConnection(): Connection | null {
  const { data } = useSWR<unknown>(CONNECTIONS_KEY, read);
  const answer = connectionsSchema.safeParse(data);
  return answer.data?.connections.find(({ kind }) => kind === 'sheets')?.connection ?? null;
}

/** The address of Google's page of consent. */
export async function askConsent(): Promise<string> {
  const call = { method: 'POST', json: { returnTo: 'start' } } as const;
  const answer = await send('/api/connections/sheets/connect', call);
  return consentSchema.parse(await answer.json()).url;
}

/** Gives the permission back at Google. Returns a message about the result. */
export function useDisconnectSheets(): () => Promise<string> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    const answer: unknown = await (await send('/api/connections/sheets', { method: 'DELETE' })).json();
    await mutate<unknown>(CONNECTIONS_KEY, withoutSheets, { revalidate: false });
    return String((answer as { message?: unknown }).message ?? ''); // any object may be read
  }, [mutate]);
}

/** The answer of the server with one connection less. */
function withoutSheets(known: unknown): unknown {
  const answer = connectionsSchema.safeParse(known).data ?? { connections: [] };
  return {
    connections: answer.connections.map((one) =>
      one.kind === 'sheets' ? { ...one, connection: null } : one,
    ),
  };
}
