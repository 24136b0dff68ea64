import { SWRConfig } from 'swr';
import type { Connection } from '#contract/connections.ts';
import { ConnectionsList } from '#frontend/features/connections/connections-list.tsx';
import { SignIn } from '#frontend/features/sign-in/sign-in.tsx';

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
      <ConnectionsList />
    </SWRConfig>
  ),
  '/auth/login': <SignIn />,
};
