import { SWRConfig } from 'swr';
import type { Connection } from '#contract/connections.ts';
import { ConnectionsPage } from '#frontend/pages/connections.tsx';
import { LoginPage } from '#frontend/pages/login.tsx';

export const CONNECTED: Connection = {
  account: 'ads@example.com',
  connectedAt: '2026-10-15T15:04:00.000Z',
  lastUsedAt: null,
  endsAt: null,
  madeBy: null,
  isOver: false,
};

/** The page of connections, and the one to which its visitors are sent without a session. */
export const CONNECTIONS_PAGES = {
  '/connections': (
    <SWRConfig value={{ dedupingInterval: 0 }}>
      <ConnectionsPage />
    </SWRConfig>
  ),
  '/auth/login': <LoginPage />,
};
