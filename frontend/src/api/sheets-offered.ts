import useSWR from 'swr';
import { read } from './client.ts';

export const SHEETS_KEY = ['/api/sheets'] as const;

/**
 * Whether Google Sheets can be imported here; false until the answer comes, and after a failure. The first page asks, so one
 * field is checked by hand: zod would delay that page.
 */
export function useSheetsOffered(): boolean {
  const { data } = useSWR<unknown>(SHEETS_KEY, read);
  return (data as { isOffered?: unknown } | null | undefined)?.isOffered === true; // any object may be read
}
