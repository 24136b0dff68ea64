import { screen } from '@testing-library/react';
import { useSWRConfig } from 'swr';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ListedTeam } from '#contract/teams.ts';
import { SheetsDialog } from '#frontend/features/open-file/sheets/sheets-dialog.tsx';
import { SendValues } from '#frontend/features/per-lead/send-values.tsx';
import { ConnectionAccess } from '#frontend/features/connections/kit/connection-access.tsx';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { listedTeam, TEAM_WORK } from '#test/support/team-tab.ts';

vi.mock('#frontend/lib/tab-team.ts', async () => (await import('#test/support/team-tab.ts')).tabTeam);
vi.mock('#frontend/features/per-lead/send-ready.tsx', () => ({ ReadyToSend: () => null }));
const room = installAccountRoom();

const CONNECTION = {
  account: 'ads@example.com',
  connectedAt: null,
  lastUsedAt: null,
  endsAt: null,
  isOver: false,
};

function Sheets() {
  return (
    <SheetsDialog
      serverData={useSWRConfig()}
      outcome={null}
      onFile={vi.fn()}
      keepWork={vi.fn()}
      onClose={vi.fn()}
    />
  );
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
}

function open(content: React.ReactNode, { team, isConnected }: Opening) {
  const connection = isConnected ? CONNECTION : null;
  const kinds = ['sheets', 'google-values', 'google-rules'];
  return room.open({
    at: '/',
    pages: { '/': content },
    answers: {
      'GET /api/teams': { body: { teams: [listedTeam(team)] } },
      [`GET ${TEAM_WORK}/connections`]: {
        body: { connections: kinds.map((kind) => ({ kind, isTried: true, connection })) },
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
  [
    'sending',
    send,
    { role: 'editor', editorsPush: true },
    false,
    'An admin of Growth connects Google Ads (send values) first.',
  ],
  ['sheets', sheets, { role: 'viewer' }, true, 'Viewers of a team import nothing into it.'],
  ['sheets', sheets, { role: 'editor' }, false, 'An admin of the team connects Google Sheets first'],
] as const)('%s: %#', async (_, content, team, isConnected, text) => {
  open(content, { team, isConnected });
  expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(Connect|Disconnect)/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Connect/ })).toBeNull();
});

test('an editor imports a sheet by the connection of the team, and cannot end it', async () => {
  open(sheets, { team: { role: 'editor' }, isConnected: true });
  expect(await screen.findByRole('button', { name: 'Next: Choose Tab' })).toBeInTheDocument();
  expect(screen.getByText('ads@example.com')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull();
});

test('an admin connects and disconnects', async () => {
  open(sheets, { team: {}, isConnected: true });
  expect(await screen.findByRole('button', { name: 'Disconnect' })).toBeInTheDocument();
});
