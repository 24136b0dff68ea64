import type { ReactNode } from 'react';
import { SWRConfig, type SWRConfiguration } from 'swr';

/** Server data is fetched once: no retry, no refetch on focus, on reconnecting or after some time. */
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
