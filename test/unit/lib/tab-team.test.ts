import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The storage of the tab; null where the browser forbids it. */
let stored: Map<string, string> | null;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem(key: string) {
      if (!stored) throw new DOMException('', 'SecurityError');
      return stored.get(key) ?? null;
    },
    // As the browser does, it stores anything as a text.
    setItem: (key: string, value: string) => void stored?.set(key, String(value)),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The choice of a document that is opened at an address. */
async function openAt(search: string) {
  vi.stubGlobal('location', { search });
  vi.resetModules();
  return import('#frontend/lib/tab-team.ts');
}

test('a tab shows personal work until an address names a team, and then the team', async () => {
  expect(await openAt('')).toMatchObject({ TEAM: null, WORK: '/api' });
  expect(await openAt('?before=a&team=t-1')).toMatchObject({ TEAM: 't-1', WORK: '/api/teams/t-1' });
  // The choice stays in this tab, and only there.
  const { TEAM, addressInTeam } = await openAt('?after=b');
  expect(TEAM).toBe('t-1');
  expect([addressInTeam('/saved/1'), addressInTeam('/?loadAnalysis=1')]).toEqual([
    '/saved/1?team=t-1',
    '/?loadAnalysis=1&team=t-1',
  ]);
  stored = new Map();
  expect((await openAt('')).addressInTeam('/saved/1')).toBe('/saved/1');
});

test.each(['?team=../auth', '?team=a/b', '?team=', '?team=%2e%2e'])('%s names no team', async (search) =>
  expect(await openAt(search)).toMatchObject({ TEAM: null, WORK: '/api' }),
);

test('where storage is forbidden, and in the build, there is no team', async () => {
  stored = null;
  expect((await openAt('?team=t-1')).TEAM).toBeNull();
  vi.unstubAllGlobals();
  vi.resetModules();
  expect((await import('#frontend/lib/tab-team.ts')).TEAM).toBeNull();
});
