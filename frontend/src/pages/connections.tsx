import { ConnectionsList } from '#frontend/features/connections/connections-list.tsx';

export function ConnectionsPage() {
  return <ConnectionsList />;
}
