import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { expect, test } from 'vitest';
import { useFindSettings } from '#frontend/features/saved/use-load-analysis.ts';
import { SIGNED_IN } from '#test/support/account-room.tsx';
import { startFakeServer } from '#test/support/fake-server.ts';
import { savedAnswer, savedCalls } from '#test/support/saved-analysis.ts';

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

test('settings of a saved analysis come with its figures, to compare the next file with, and without its rows', async () => {
  const answer = savedAnswer();
  startFakeServer({ ...savedCalls('worked', { body: answer }) });
  const { loadSettings } = await import('#frontend/features/saved/saved-work.tsx');
  const kept = await loadSettings('worked');
  expect(kept?.earlier).toMatchObject({
    name: 'worked.csv',
    saved: { id: 'worked', team: null },
    knownBy: Date.parse(String(answer['createdAt'])),
    figures: { totalLeads: 1000, correlationTests: [] },
  });
  expect(kept?.earlier?.figures.metrics.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain('"rows"');
});

test('settings of an analysis without figures have nothing to compare with', async () => {
  const none = { metrics: [], totalLeads: 0, totalQualified: 0 };
  startFakeServer({ ...savedCalls('worked', { body: savedAnswer(none) }) });
  const { loadSettings } = await import('#frontend/features/saved/saved-work.tsx');
  const kept = await loadSettings('worked');
  expect([kept?.name, kept?.earlier]).toEqual(['worked.csv', undefined]);
});
