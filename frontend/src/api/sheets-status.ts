import useSWR from 'swr';
import type { SheetsStatus } from '#contract/sheets.ts';
import { read } from './client.ts';

export const SHEETS_KEY = ['/api/sheets'] as const;

/**
 * Whether Google Sheets can be imported here, and the user's connection; null until the answer comes, and after a failure. The first
 * page asks for it, so the answer is checked by hand: zod would delay that page.
 */
export function useSheetsStatus(): SheetsStatus | null {
  return useSWR(SHEETS_KEY, fetchStatus).data ?? null;
}

async function fetchStatus(key: readonly string[]): Promise<SheetsStatus> {
  const { isOffered, connection } = (await read(key)) as Record<string, unknown>; // any object has keys
  return { isOffered: isOffered === true, connection: readConnection(connection) };
}

function readConnection(connection: unknown): SheetsStatus['connection'] {
  if (typeof connection !== 'object' || connection === null) return null;
  const { email, isOver } = connection as Record<string, unknown>; // as above
  return { email: String(email), isOver: isOver === true };
}
