import type { ReactNode } from 'react';
import { SWRConfig, type SWRConfiguration } from 'swr';

/** Server data is asked for once: no retry, no refetch on focus, on reconnecting or by the clock; it never goes stale. */
const SERVER_DATA: SWRConfiguration = {
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
};

export function Providers({ children }: { children: ReactNode }) {
  return <SWRConfig value={SERVER_DATA}>{children}</SWRConfig>;
}
