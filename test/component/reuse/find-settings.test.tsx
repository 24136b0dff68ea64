import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { expect, test } from 'vitest';
import { useFindSettings } from '#frontend/features/saved/use-load-analysis.ts';
import { SIGNED_IN } from '#test/support/account-room.tsx';
import { startFakeServer } from '#test/support/fake-server.ts';

const LIST = 'GET /api/analyses';

/** The search of a signed-in user among the saved analyses. */
async function openSearch() {
  const server = startFakeServer({ 'GET /api/auth/user': SIGNED_IN, [LIST]: { body: [] } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => new Map() }}>{children}</SWRConfig>
  );
  const { result } = renderHook(useFindSettings, { wrapper });
  await waitFor(() => expect(result.current).toBeDefined());
  return { server, find: result.current! }; // waited for above
}

test('the server is asked once somebody waits', async () => {
  const { server, find } = await openSearch();
  expect(await find(['Status'], () => {})).toBeNull();
  expect(server.received(LIST)).toHaveLength(1);
});

test('where nobody waits any more once the code is there, the server is not asked', async () => {
  const { server, find } = await openSearch();
  const nobody = () => {
    throw new Error('Nobody waits');
  };
  await expect(find(['Status'], nobody)).rejects.toThrow('Nobody waits');
  expect(server.received(LIST)).toEqual([]);
});
