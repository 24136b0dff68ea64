import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { SheetsStatus } from '#contract/sheets.ts';
import { read, send } from './client.ts';

const SHEETS_KEY = ['/api/sheets'] as const;

/**
 * Whether Google Sheets can be imported here, and the user's connection; null until the answer comes, and after a failure. The first
 * page asks for it, so the answer is checked by hand: zod would delay that page.
 */
export function useSheetsStatus(): SheetsStatus | null {
  return useSWR(SHEETS_KEY, fetchStatus).data ?? null;
}

/** The address of Google's page of consent. */
export async function askConsent(): Promise<string> {
  const answer = await send('/api/sheets/connect', { method: 'POST' });
  const { sheetsConsentSchema } = await import('#contract/sheets.ts');
  return sheetsConsentSchema.parse(await answer.json()).url;
}

/** Gives the permission back at Google. Returns what has happened, in words. */
export function useDisconnectSheets(): () => Promise<string> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    const answer: unknown = await (await send('/api/sheets', { method: 'DELETE' })).json();
    await mutate(SHEETS_KEY, NOT_CONNECTED, { revalidate: false });
    return String((answer as { message?: unknown }).message ?? ''); // any object may be read
  }, [mutate]);
}

const NOT_CONNECTED: SheetsStatus = { isOffered: true, connection: null };

async function fetchStatus(key: readonly string[]): Promise<SheetsStatus> {
  const { isOffered, connection } = (await read(key)) as Record<string, unknown>; // any object has keys
  return { isOffered: isOffered === true, connection: readConnection(connection) };
}

function readConnection(connection: unknown): SheetsStatus['connection'] {
  if (typeof connection !== 'object' || connection === null) return null;
  const { email, isOver } = connection as Record<string, unknown>; // as above
  return { email: String(email), isOver: isOver === true };
}
