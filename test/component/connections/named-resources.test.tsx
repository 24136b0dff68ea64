import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { TeamKind } from '#contract/platforms.ts';
import type { NamedResource } from '#contract/connections.ts';
import type { Role } from '#contract/roles.ts';
import { NamedResources } from '#frontend/features/connections/named-resources.tsx';
import { installAccountRoom } from '#test/support/account-room.tsx';
import { listedTeam, TEAM_WORK } from '#test/support/team-tab.ts';

vi.hoisted(() => sessionStorage.setItem('team', 'team-1'));
const { user, ...room } = installAccountRoom();

const SHEET_ID = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';
const NAMED: NamedResource = {
  id: SHEET_ID,
  name: 'Leads of May',
  namedAt: '2026-11-20T10:00:00.000Z',
  namedBy: 'ann@example.com',
  firstReadAt: null,
  sources: 1,
  pushes: 0,
  names: ['Web leads'],
};
const LIST = `${TEAM_WORK}/connections/sheets/named`;

const ADS = `${TEAM_WORK}/connections/google-rules`;

function open(role: Role, named: readonly NamedResource[], answers = {}, kind: TeamKind = 'sheets') {
  return room.open({
    at: '/',
    pages: { '/': <NamedResources kind={kind} mayChange={role === 'admin'} className="" /> },
    answers: {
      'GET /api/teams': { body: { teams: [listedTeam({ role })] } },
      [`GET ${TEAM_WORK}/connections/${kind}/named`]: { body: { named } },
      ...answers,
    },
  });
}

test('an editor sees what is named and by whom, and changes nothing', async () => {
  open('editor', [NAMED, { ...NAMED, id: 'x', name: 'Old', namedBy: null, firstReadAt: NAMED.namedAt }]);
  expect(await screen.findByText('Leads of May')).toBeInTheDocument();
  expect(screen.getByText(/named by ann@example.com, Nov 20, 2026 · not read yet/)).toBeInTheDocument();
  expect(
    screen.getByText(/in use before, or by a former member, .* first read Nov 20, 2026/),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

test('without a name an editor is told to ask an admin', async () => {
  open('editor', []);
  expect(await screen.findByText('None yet. Ask an admin to name what you need.')).toBeInTheDocument();
});

test('an admin names a spreadsheet by its address; another text asks nobody', async () => {
  const call = `PUT ${LIST}/${SHEET_ID}`;
  const server = open('admin', [], { [call]: { body: { named: [NAMED] } } });
  const field = await screen.findByLabelText('Address of a spreadsheet');
  await user.type(field, 'leads');
  await user.click(screen.getByRole('button', { name: 'Name spreadsheet' }));
  expect(screen.getByText('Please paste the address of a spreadsheet in Google Sheets.')).toBeInTheDocument();
  expect(server.received(call)).toEqual([]);
  await user.clear(field);
  await user.type(field, `https://docs.google.com/spreadsheets/d/${SHEET_ID}/edit`);
  await user.click(screen.getByRole('button', { name: 'Name spreadsheet' }));
  expect(await screen.findByText('Leads of May')).toBeInTheDocument();
  expect(server.received(call)).toHaveLength(1);
});

test('a name is taken back after a question that says what stops', async () => {
  const call = `DELETE ${LIST}/${SHEET_ID}`;
  const server = open('admin', [NAMED], { [call]: { body: { named: [] } } });
  await user.click(await screen.findByRole('button', { name: 'Take the name of Leads of May back' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('The connection of the team no longer serves it.')).toBeVisible();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'the schedule of 1 analysis: ‘Web leads’',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Take it back' }));
  expect(
    await screen.findByText(/this connection serves nothing until you name something/),
  ).toBeInTheDocument();
  expect(server.received(call)).toHaveLength(1);
});

const SHOP = { id: '1234567890', via: null, name: 'Shop', currency: 'USD', isManager: false, isTest: false };
const listing = (accounts: readonly (typeof SHOP)[], unread: number) => ({
  [`GET ${ADS}/accounts`]: { body: { accounts, unread } },
});
const press = async (name: string) => await user.click(await screen.findByRole('button', { name }));

test.each([
  [1, '1 more account was not looked at. If yours is missing, type its ID.'],
  [7, '7 more accounts were not looked at. If yours is missing, type its ID.'],
])('an admin types the ID of an ad account that was not looked at: %i', async (unread, words) => {
  const call = `PUT ${ADS}/named/7778889999?via=1112223333`;
  const named = { ...NAMED, id: '7778889999', name: 'Far Shop', sources: 0, names: [] };
  const server = open(
    'admin',
    [],
    { ...listing([SHOP], unread), [call]: { body: { named: [named] } } },
    'google-rules',
  );
  await press('Name an ad account');
  expect(await screen.findByText(words)).toBeVisible();
  await user.type(screen.getByLabelText('Account ID'), 'far shop');
  await press('Name This Account');
  expect(screen.getByText('Digits only, please.')).toBeVisible();
  await user.clear(screen.getByLabelText('Account ID'));
  await user.type(screen.getByLabelText('Account ID'), '777-888-9999');
  await user.type(screen.getByLabelText('Manager account ID'), '111-222-3333');
  await press('Name This Account');
  expect(await screen.findByText('Far Shop')).toBeVisible();
  expect(server.received(call)).toHaveLength(1);
  expect(screen.getByLabelText('Account ID')).toHaveValue('');
});

test('of a whole list nothing is typed', async () => {
  open('admin', [], listing([SHOP], 0), 'google-rules');
  await press('Name an ad account');
  expect(await screen.findByRole('combobox', { name: 'Ad account to name' })).toBeVisible();
  expect(screen.queryByLabelText('Account ID')).toBeNull();
});

test('what the connection does not open is told beside the typed ID, which stays', async () => {
  const message = 'The connected Google account has no access to this Google Ads account.';
  const refused = { status: 409, body: { message, code: 'PLATFORM_REFUSED' } };
  open('admin', [], { ...listing([], 1), [`PUT ${ADS}/named/999`]: refused }, 'google-rules');
  await press('Name an ad account');
  await user.type(await screen.findByLabelText('Account ID'), '999');
  await press('Name This Account');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Account ID')).toHaveValue('999');
});
