import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { SWRConfig } from 'swr';
import { expect, test } from 'vitest';
import { Providers } from '#frontend/app/app.tsx';
import { useAnalyses } from '#frontend/api/analyses.ts';
import { usePreferences } from '#frontend/api/account.ts';
import { useAcceptUser, useAskUser, useForgetUser, useUser } from '#frontend/api/user.ts';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { gate, startFakeServer } from '#test/support/fake-server.ts';
import { summary } from '#test/support/saved-analysis.ts';

installAccountRoom();

const userOf = (name: string) => ({
  firstName: null,
  lastName: null,
  email: `${name}@example.com`,
  profileImageUrl: null,
  hasPassword: true,
});

/** The server's answers while somebody is signed in. */
const answersFor = (name: string, value: number, after?: Promise<void>) => ({
  'GET /api/auth/user': { body: userOf(name) },
  'GET /api/analyses': { body: [summary({ fileName: `${name}.csv` })], after },
  'GET /api/preferences': {
    body: { defaultConversionValue: value, defaultSignificanceThreshold: 10 },
    after,
  },
});

/** Everything that is read of a user. */
function Page() {
  const { user } = useUser();
  const { data } = useAnalyses(user !== null);
  const files = data?.map(({ fileName }) => fileName).join() ?? 'no list';
  return (
    <p>
      {`${user?.email ?? 'nobody'}: ${files}, `}
      {user ? <Value /> : 'no value'}
    </p>
  );
}

function Value() {
  return usePreferences().preferences?.defaultConversionValue ?? 'no value';
}

let change: { accept(answer: unknown): void; forget(): void; ask(): Promise<unknown> };

function Switch() {
  const accept = useAcceptUser();
  const forget = useForgetUser();
  const ask = useAskUser();
  useEffect(() => {
    change = { accept, forget, ask };
  });
  return null;
}

/** One tab: its cache lives as long as the document. */
function openTab() {
  const cache = new Map();
  const draw = (isOpen: boolean) => (
    <SWRConfig value={{ provider: () => cache }}>
      <Providers>
        <Switch />
        {isOpen && <Page />}
      </Providers>
    </SWRConfig>
  );
  const { rerender } = render(draw(true));
  return { open: () => rerender(draw(true)), close: () => rerender(draw(false)) };
}

test('a user who signs in after another one in the same tab sees nothing that was read for the other', async () => {
  startFakeServer(answersFor('first', 11));
  const tab = openTab();
  await screen.findByText('first@example.com: first.csv, 11');
  tab.close();
  const { isOpen, open } = gate();
  startFakeServer(answersFor('second', 22, isOpen));
  await act(async () => change.accept(userOf('second')));
  tab.open();
  await screen.findByText('second@example.com: no list, no value');
  expect(document.body.textContent).not.toMatch(/first|11/);
  open();
  await screen.findByText('second@example.com: second.csv, 22');
});

test('after the end of a session nobody is signed in, and nothing that was read is shown any more', async () => {
  startFakeServer(answersFor('first', 11));
  const tab = openTab();
  await screen.findByText('first@example.com: first.csv, 11');
  await act(async () => change.forget());
  await screen.findByText('nobody: no list, no value');
  tab.close();
  tab.open();
  await screen.findByText('nobody: no list, no value');

  // Somebody else signs in in another tab.
  startFakeServer(answersFor('second', 22, gate().isOpen));
  await act(() => change.ask());
  await screen.findByText('second@example.com: no list, no value');
  expect(document.body.textContent).toBe('second@example.com: no list, no value');
});

test('an empty name or picture of a user is none', async () => {
  startFakeServer();
  openTab();
  const [names, none] = [
    { firstName: '', lastName: '', profileImageUrl: '' },
    { firstName: null, lastName: null, profileImageUrl: null },
  ];
  startFakeServer({ 'GET /api/auth/user': { body: { ...userOf('first'), ...names } } });
  expect(await act(() => change.ask())).toEqual({ ...userOf('first'), ...none, unseenAlerts: 0 });
});
