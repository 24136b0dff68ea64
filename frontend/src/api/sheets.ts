import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { sheetsConsentSchema, sheetsStatusSchema, type SheetsStatus } from '#contract/sheets.ts';
import { read, send } from './client.ts';
import { SHEETS_KEY } from './user.ts';

/** The user's connection to Google Sheets; null without one, and while it is not known. */
export function useSheetsConnection(): SheetsStatus['connection'] {
  const { data } = useSWR<unknown>(SHEETS_KEY, read);
  const status = sheetsStatusSchema.safeParse(data);
  return status.success ? status.data.connection : null;
}

/** The address of Google's page of consent. */
export async function askConsent(): Promise<string> {
  const answer = await send('/api/sheets/connect', { method: 'POST' });
  return sheetsConsentSchema.parse(await answer.json()).url;
}

/** Gives the permission back at Google. Returns a message about the result. */
export function useDisconnectSheets(): () => Promise<string> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    const answer: unknown = await (await send('/api/sheets', { method: 'DELETE' })).json();
    await mutate(SHEETS_KEY, NOT_CONNECTED, { revalidate: false });
    return String((answer as { message?: unknown }).message ?? ''); // any object may be read
  }, [mutate]);
}

const NOT_CONNECTED: SheetsStatus = { isOffered: true, connection: null };
