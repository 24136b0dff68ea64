import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Alerts } from '#contract/alerts.ts';
import type { ListedTeam } from '#contract/team-answers.ts';
import { SheetsDialog } from '#frontend/features/open-file/sheets/sheets-dialog.tsx';
import { SendValues } from '#frontend/features/send-leads/send-values.tsx';
import { NamedResources } from '#frontend/features/connections/named-resources.tsx';
import { AccountStep } from '#frontend/features/push/account-step.tsx';
import { PushFailure } from '#frontend/features/push/push-failure.tsx';
import { useAccounts } from '#frontend/features/push/push-form.ts';
import { CallFailure } from '#frontend/api/client.ts';
import { ConnectionAccess } from '#frontend/features/connections/connection-access.tsx';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { listedTeam, TEAM_WORK } from '#test/support/team-tab.ts';
import { openPlans, PlansRoom } from '../apply/ticks-room.tsx';

vi.hoisted(() => sessionStorage.setItem('team', 'team-1'));
vi.mock('#frontend/features/send-leads/send-ready.tsx', () => ({ ReadyToSend: () => null }));
const room = installAccountRoom();

const CONNECTION = {
  account: 'ads@example.com',
  connectedAt: null,
  lastUsedAt: null,
  endsAt: null,
  madeBy: null,
  isOver: false,
};

function Sheets() {
  return <SheetsDialog outcome={null} onFile={vi.fn()} keepWork={vi.fn()} onClose={vi.fn()} />;
}
const sheets = <Sheets />;
const WORDS = { signedOut: '', missing: '', notOffered: '', stays: '' };
const push = (
  <ConnectionAccess kind="google-rules" words={WORDS}>
    {() => <p>The steps of a push</p>}
  </ConnectionAccess>
);
const send = <SendValues question={{} as never} files={{} as never} isReady={false} download={null} />;

interface Opening {
  team: Partial<ListedTeam>;
  isConnected: boolean;
  /** The user has connections of their own. */
  hasOwn?: boolean;
}

function open(content: React.ReactNode, { team, isConnected, hasOwn = false }: Opening) {
  const connection = isConnected ? CONNECTION : null;
  const own = hasOwn ? { ...CONNECTION, account: 'own@example.com' } : null;
  const kinds = ['sheets', 'google-values', 'google-rules'];
  return room.open({
    at: '/',
    pages: { '/': content },
    answers: {
      'GET /api/teams': { body: { teams: [listedTeam(team)] } },
      [`GET ${TEAM_WORK}/connections`]: {
        body: { connections: kinds.map((kind) => ({ kind, isTried: true, connection })) },
      },
      'GET /api/connections': {
        body: { connections: kinds.map((kind) => ({ kind, isTried: true, connection: own })) },
      },
      [`GET ${TEAM_WORK}/sends`]: { body: { sends: [], next: null } },
    },
  });
}

beforeEach(() => sessionStorage.clear());

test.each([
  ['pushing', push, { role: 'editor' }, true, 'In Growth, admins may do this.'],
  [
    'pushing',
    push,
    { role: 'viewer', editorsPush: true },
    true,
    'In Growth, editors and admins may do this.',
  ],
  [
    'pushing',
    push,
    { role: 'editor', editorsPush: true },
    false,
    'An admin of Growth connects Google Ads (rules) first.',
  ],
  ['pushing', push, { role: 'editor', editorsPush: true }, true, 'The steps of a push'],
  ['sending', send, { role: 'editor' }, true, 'In Growth, admins send values.'],
  ['sheets', sheets, { role: 'viewer' }, true, 'Viewers of a team import nothing into it.'],
] as const)('%s: %#', async (_, content, team, isConnected, text) => {
  open(content, { team, isConnected });
  expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(Connect|Disconnect)/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Connect/ })).toBeNull();
});

test('an editor imports a sheet by a connection of the editor’s own, and never by that of the team', async () => {
  open(sheets, { team: { role: 'editor' }, isConnected: true, hasOwn: true });
  expect(await screen.findByRole('button', { name: 'Next: Choose Tab' })).toBeInTheDocument();
  expect(screen.getByText('own@example.com')).toBeInTheDocument();
  expect(screen.queryByText('ads@example.com')).toBeNull();
  expect(screen.getByRole('button', { name: 'Disconnect' })).toBeInTheDocument();
});

test('without a connection of one’s own the page leads to one, also where the team is connected', async () => {
  open(sheets, { team: { role: 'editor' }, isConnected: true });
  expect(await screen.findByRole('button', { name: 'Connect Google Sheets' })).toBeInTheDocument();
  expect(screen.getByText(/The connection is your own/)).toBeInTheDocument();
});

test('values are sent with a connection of one’s own, whose page opens outside the team', async () => {
  open(send, { team: { role: 'editor', editorsPush: true }, isConnected: true });
  const link = await screen.findByRole('link', { name: 'Connect Google Ads (send values)' });
  expect(link.getAttribute('href')).toBe('/connections');
  expect(screen.getByText(/Growth keeps the record/)).toBeInTheDocument();
});

// --- The boxes of rules that are entered ---

test.each([
  ['viewer', 0],
  ['editor', 3],
] as const)('a %s has %i boxes for the rules of a plan', async (role, boxes) => {
  const inUse = {
    missing: 'not-counted',
    isByValue: false,
    inUse: null,
    rules: [],
    alerts: [],
    next: null,
  } satisfies Alerts;
  const server = room.open({
    at: '/',
    pages: { '/': <PlansRoom planOf={{ id: 'one', version: 0 }} /> },
    answers: {
      'GET /api/teams': { body: { teams: [listedTeam({ role })] } },
      [`GET ${TEAM_WORK}/analyses/one/alerts`]: { body: inUse },
    },
  });
  await openPlans(room.user);
  await waitFor(() => expect(server.received('GET /api/teams').length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryAllByRole('checkbox', { name: /^Entered/ })).toHaveLength(boxes));
  expect(server.received(`GET ${TEAM_WORK}/analyses/one/alerts`)).toHaveLength(boxes > 0 ? 1 : 0);
});

// --- The ad account of a push ---

const ACCOUNTS = `GET ${TEAM_WORK}/platforms/google-rules/accounts`;
const SHOP = { id: '1234567890', via: null, name: 'Shop', currency: 'USD', isManager: false, isTest: false };

function Accounts() {
  const accounts = useAccounts('google-rules', null);
  const words = { kind: 'google-rules', platformName: 'Google Ads' } as const;
  return <AccountStep {...words} accounts={accounts} isTyped={false} onChange={vi.fn()} />;
}

const openAccounts = (role: ListedTeam['role'], content: React.ReactNode, answers = {}) =>
  room.open({
    at: '/',
    pages: { '/': content },
    answers: {
      'GET /api/teams': { body: { teams: [listedTeam({ role })] } },
      [ACCOUNTS]: { body: { accounts: [] } },
      ...answers,
    },
  });

test.each([
  ['admin', 'Name one on the page Connections'],
  ['editor', 'Ask an admin to name one on the page Connections'],
] as const)('where no ad account is named, an %s reads: %s, and looks again', async (role, words) => {
  const server = openAccounts(role, <Accounts />);
  expect(await screen.findByText(`No account of Google Ads is named for this team. ${words}.`)).toBeVisible();
  server.answer(ACCOUNTS, { body: { accounts: [SHOP] } });
  await room.user.click(screen.getByRole('button', { name: 'Look Again' }));
  expect(await screen.findByRole('combobox', { name: 'Google Ads account' })).toBeVisible();
});

test('an ad account that was named here is offered by the next push', async () => {
  const named = `${TEAM_WORK}/connections/google-rules`;
  const one = {
    ...SHOP,
    namedAt: '2026-11-20T10:00:00.000Z',
    namedBy: null,
    firstReadAt: null,
    sources: 0,
    pushes: 0,
  };
  const server = openAccounts(
    'admin',
    <>
      <Accounts />
      <NamedResources kind="google-rules" mayChange className="" />
    </>,
    {
      [`GET ${named}/named`]: { body: { named: [] } },
      [`GET ${named}/accounts`]: { body: { accounts: [SHOP] } },
      [`PUT ${named}/named/${SHOP.id}`]: { body: { named: [one] } },
    },
  );
  await screen.findByText(/is named for this team/);
  server.answer(ACCOUNTS, { body: { accounts: [SHOP] } });
  await room.user.click(await screen.findByRole('button', { name: 'Name an ad account' }));
  await room.user.click(await screen.findByRole('combobox', { name: 'Ad account to name' }));
  await room.user.click(await screen.findByRole('option', { name: /Shop/ }));
  expect(await screen.findByRole('combobox', { name: 'Google Ads account' })).toBeVisible();
});

test('a push whose connection has ended leads to the connections of the team', async () => {
  const error = new CallFailure(409, '', JSON.stringify({ message: '', code: 'DISCONNECTED' }));
  const about = { kind: 'google-rules', platformName: 'Google Ads', error, at: 'push' } as const;
  openAccounts('editor', <PushFailure {...about} onRetry={vi.fn()} />);
  const link = await screen.findByRole('link', { name: 'Connect again in another tab' });
  expect(link).toHaveAttribute('href', '/connections?team=team-1');
});
