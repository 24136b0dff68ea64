import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OFFERS_ATTRIBUTE } from '#contract/offers.ts';
import { DEFAULT_PREFERENCES } from '#contract/preferences.ts';
import {
  AccountSlot,
  useAccountNotice,
  useDefaultSettings,
} from '#frontend/features/account/account-slot.tsx';
import { removeAllDrafts } from '#frontend/drafts/draft-store.ts';
import { leaveDocument, reloadDocument } from '#frontend/lib/leave-document.ts';
import { hasSignedOut } from '#frontend/drafts/leave-signal.ts';
import { analysesExamples } from '#test/contract/analyses.ts';
import { authExamples } from '#test/contract/auth.ts';
import { preferencesExamples } from '#test/contract/preferences.ts';
import { skipWaits } from '#test/support/clock.ts';
import { installAccountRoom, SIGNED_OUT } from '#test/support/account-room.tsx';
import { summary } from '#test/support/saved-analysis.ts';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';

vi.mock('#frontend/drafts/draft-store.ts');
const { user, address, expectMessage, ...room } = installAccountRoom();

beforeEach(() => {
  document.documentElement.removeAttribute(OFFERS_ATTRIBUTE);
  vi.mocked(removeAllDrafts).mockResolvedValue();
});

const PICTURE = 'https://lh3.googleusercontent.com/a/somebody';
const SOMEBODY = {
  firstName: 'Some',
  lastName: 'Body',
  email: 'somebody@example.com',
  profileImageUrl: null,
  hasPassword: true,
};

const OF_GOOGLE = { ...SOMEBODY, hasPassword: false };

function Page() {
  const { conversionValue, thresholdPercent } = useDefaultSettings();
  useAccountNotice();
  return (
    <>
      <AccountSlot>
        <a href="/auth/login">Get started</a>
      </AccountSlot>
      <p>{`New analyses: $${conversionValue}, ${thresholdPercent}%`}</p>
    </>
  );
}

function open(answers: Record<string, Answer> = {}, at = '/') {
  return room.open({
    at,
    pages: {
      '*': (
        // Two requests of one test are not one, as two within two seconds are for a visitor.
        <SWRConfig value={{ dedupingInterval: 0 }}>
          <Page />
        </SWRConfig>
      ),
    },
    answers: {
      'GET /api/auth/user': { body: SOMEBODY },
      'GET /api/preferences': answerOf(preferencesExamples.preferences),
      ...answers,
    },
  });
}

async function openMenu(name = 'Some Body') {
  await user.click(await screen.findByRole('button', { name: `Account menu of ${name}` }));
}

const menuItem = (name: string) => screen.getByRole('menuitem', { name });
const left = () => vi.mocked(leaveDocument).mock.calls.flat();

const AT_GOOGLE =
  "Google did not confirm that this site's access has ended: please remove it at https://myaccount.google.com/connections too.";
const AT_MICROSOFT =
  "Only you can end this site's access at Microsoft: please remove it at https://account.live.com/consent/Manage too.";

describe('the place of the user menu', () => {
  test("keeps its room while it is asked who is signed in, and is nobody's without an answer", async () => {
    const answer = gate();
    open({ 'GET /api/auth/user': { isLost: true, after: answer.isOpen } });
    const guest = () =>
      screen.getByText('Get started').closest<HTMLElement>('[data-guest]')?.dataset['guest'];
    expect(guest()).toBe('perhaps');
    answer.open();
    await waitFor(() => expect(guest()).toBe('yes'));
  });

  test('is that of nobody in a browser without the hint of the server, which is asked nothing', async () => {
    document.cookie = 'signed-in=; Max-Age=0; Path=/';
    const server = open();
    expect(await screen.findByRole('link', { name: 'Get started' })).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getByText('Get started').closest<HTMLElement>('[data-guest]')?.dataset['guest']).toBe(
        'yes',
      ),
    );
    expect(server.calls()).toEqual([]);
  });

  test('asks for no preferences of nobody', async () => {
    const server = open({ 'GET /api/auth/user': SIGNED_OUT });
    await screen.findByRole('link', { name: 'Get started' });
    expect(screen.getByText('New analyses: $100, 10%')).toBeInTheDocument();
    expect(server.calls()).toEqual(['GET /api/auth/user']);
  });

  test('says what has happened on the way here', async () => {
    open({ 'GET /api/auth/user': SIGNED_OUT }, '/?notice=account-deleted&x=1');
    await expectMessage('Account deleted');
    expect(address()).toBe('/?x=1');
  });

  const LINKED =
    'Your account is now linked to Google. Its password was removed, since nobody had confirmed the address before, and other devices were signed out.';
  const [SUMMARY] = analysesExamples.list.answer as object[]; // a list, as the call answers
  const namesOf = (...names: string[]): Answer => ({
    body: names.map((fileName) => ({ ...SUMMARY, fileName })),
  });

  test.each<[string, Answer, string]>([
    ['nothing', namesOf(), LINKED],
    ['an analysis', namesOf('a.csv'), `${LINKED} It held one saved analysis before: a.csv.`],
    [
      'three analyses',
      namesOf('a.csv', 'b.csv', 'c.csv'),
      `${LINKED} It held 3 saved analyses before: a.csv, b.csv, c.csv.`,
    ],
    [
      'five analyses',
      namesOf('a.csv', 'b.csv', 'c.csv', 'd.csv', 'e.csv'),
      `${LINKED} It held 5 saved analyses before: a.csv, b.csv, c.csv, 2 more.`,
    ],
    ['an answer that cannot be read', { isLost: true }, LINKED],
  ])('tells that an account was linked to Google, and that it held %s', async (_, answer, text) => {
    open({ 'GET /api/analyses': answer }, '/?notice=google-linked');
    await expectMessage('Welcome back!', text);
    expect(screen.getByText(text, { exact: true })).toBeInTheDocument();
    expect(address()).toBe('/');
    expect(screen.queryByRole('link', { name: 'Saved Analyses' }) !== null).toBe(text.includes('It held'));
  });

  const LINKS = 'Its read-only links have ended.';
  const CONNECTIONS = 'Its connections to other services were removed.';

  test.each([
    ['.links', `${LINKED} ${LINKS}`],
    ['.connections', `${LINKED} ${CONNECTIONS}`],
    ['.links.connections', `${LINKED} ${LINKS} ${CONNECTIONS}`],
    ['.links.connections.google.microsoft', `${LINKED} ${LINKS} ${CONNECTIONS} ${AT_GOOGLE} ${AT_MICROSOFT}`],
    ['.toString.x.', LINKED],
  ])('names what has ended with the former holder: %s', async (parts, text) => {
    open({ 'GET /api/analyses': namesOf('a.csv') }, `/?notice=google-linked${parts}`);
    await expectMessage('Welcome back!', text);
    expect(
      screen.getByText(`${text} It held one saved analysis before: a.csv.`, { exact: true }),
    ).toBeInTheDocument();
    expect(address()).toBe('/');
  });
});

describe('the links beside the user menu', () => {
  test('lead to the saved analyses and to a new one', async () => {
    open();
    const links = within(await screen.findByRole('navigation', { name: 'Your work' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Saved', '/saved'],
      ['New analysis', '/'],
    ]);
    await user.click(screen.getByRole('link', { name: 'Saved' }));
    expect(address()).toBe('/saved');
    expect(screen.getByRole('link', { name: 'Saved' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('link', { name: 'New analysis' }));
    expect(address()).toBe('/');
  });

  test('are not there for a visitor without an account', async () => {
    open({ 'GET /api/auth/user': SIGNED_OUT });
    await screen.findByRole('link', { name: 'Get started' });
    expect(screen.queryByRole('navigation', { name: 'Your work' })).toBeNull();
  });
});

describe('the user menu', () => {
  test('has name, e-mail, and everything that one can do with an account', async () => {
    open();
    await openMenu();
    expect(screen.getByText('Some Body')).toBeInTheDocument();
    expect(screen.getByText('somebody@example.com')).toBeInTheDocument();
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Saved Analyses',
      'Preferences',
      'Change password',
      'Devices',
      'New team',
      'Log out',
      'Sign out everywhere',
      'Delete account',
    ]);
    await user.click(menuItem('Saved Analyses'));
    expect(address()).toBe('/saved');
  });

  test('stands beside the count of alerts that were not seen', async () => {
    open({ 'GET /api/auth/user': { body: { ...(authExamples.user.answer as object), unseenAlerts: 12 } } });
    const count = await screen.findByRole('link', { name: '12 new alerts' });
    await user.click(count);
    expect(address()).toBe('/saved');
  });

  test('has no such count without one', async () => {
    open({ 'GET /api/auth/user': { body: { ...(authExamples.user.answer as object), unseenAlerts: 0 } } });
    await screen.findByRole('button', { name: /^Account menu of/ });
    expect(screen.queryByRole('link', { name: /alert/ })).toBeNull();
  });

  test('leads to the connections where the site offers any', async () => {
    document.documentElement.setAttribute(OFFERS_ATTRIBUTE, 'sheets meta');
    open();
    await openMenu();
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(items.slice(0, 3)).toEqual(['Saved Analyses', 'Connections', 'Preferences']);
    await user.click(menuItem('Connections'));
    expect(address()).toBe('/connections');
  });

  test.each([
    [{ firstName: 'Zoë', lastName: 'Öz' }, 'ZÖ', 'Zoë Öz'],
    [{ firstName: null, lastName: 'doe' }, 'D', 'doe'],
    [{ firstName: null, lastName: null }, 'S', 'somebody@example.com'],
  ])('shows initials where there is no picture: %o', async (names, initials, name) => {
    open({ 'GET /api/auth/user': { body: { ...SOMEBODY, ...names } } });
    const button = await screen.findByRole('button', { name: `Account menu of ${name}` });
    expect(button.textContent).toBe(initials);
  });

  test('shows a picture, and initials once it fails to load', async () => {
    open({ 'GET /api/auth/user': answerOf(authExamples.googleUser) });
    const button = await screen.findByRole('button', { name: 'Account menu of Some Body' });
    const picture = button.querySelector('img');
    expect(picture?.getAttribute('src')).toBe(PICTURE);
    fireEvent.error(picture ?? button);
    expect(button.querySelector('img')).toBeNull();
    expect(button.textContent).toBe('SB');
  });

  test('offers no change of a password to somebody who has none', async () => {
    open({ 'GET /api/auth/user': { body: OF_GOOGLE } });
    await openMenu();
    expect(screen.queryByRole('menuitem', { name: 'Change password' })).toBeNull();
  });

  test.each([
    'http://lh3.googleusercontent.com/a/somebody',
    'https://lh3.googleusercontent.com.evil.example/somebody.png',
    'https://pictures.example/somebody.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
  ])('shows no picture from %s', async (profileImageUrl) => {
    open({ 'GET /api/auth/user': { body: { ...SOMEBODY, profileImageUrl } } });
    const button = await screen.findByRole('button', { name: 'Account menu of Some Body' });
    expect(button.querySelector('img')).toBeNull();
  });

  describe('logs out', () => {
    async function logOut(answer: Answer = answerOf(authExamples.loggedOut)) {
      open({ 'POST /api/auth/logout': answer });
      await openMenu();
      await user.click(menuItem('Log out'));
    }

    test('after all drafts are gone, and tells the other tabs', async () => {
      const removal = gate();
      vi.mocked(removeAllDrafts).mockReturnValue(removal.isOpen);
      await logOut();
      await waitFor(() => expect(hasSignedOut()).toBe(true));
      expect(left()).toEqual([]);
      removal.open();
      await waitFor(() => expect(left()).toEqual(['/api/auth/logout']));
    });

    test('where the browser has no storage, too', async () => {
      vi.spyOn(console, 'warn').mockReturnValue();
      vi.mocked(removeAllDrafts).mockRejectedValue(new Error('no storage'));
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('no storage');
      });
      await logOut();
      await waitFor(() => expect(left()).toEqual(['/api/auth/logout']));
    });

    test.each<[string, Answer, string]>([
      ['the server', answerOf(authExamples.userUnavailable), 'Please try again in a moment.'],
      ['the connection', { isLost: true }, 'Please check your connection and try again.'],
    ])('not while %s fails: the drafts stay, and it says so', async (_, answer, text) => {
      await logOut(answer);
      await expectMessage('Error', `You are still logged in. `);
      await expectMessage('Error', text);
      expect(removeAllDrafts).not.toHaveBeenCalled();
      expect(hasSignedOut()).toBe(false);
      expect(left()).toEqual([]);
    });
  });
});

describe('somebody who leaves in another tab', () => {
  const leaveElsewhere = () => localStorage.setItem('left', crypto.randomUUID());

  test('leaves here as well: the kept work goes, and the page begins anew', async () => {
    open();
    await screen.findByRole('button', { name: 'Account menu of Some Body' });
    leaveElsewhere();
    dispatchEvent(new StorageEvent('storage', { key: 'left' }));
    await waitFor(() => expect(reloadDocument).toHaveBeenCalledTimes(1));
    expect(removeAllDrafts).toHaveBeenCalledTimes(1);
  });

  test('leaves a page that the Back button brings back', async () => {
    open();
    await screen.findByRole('button', { name: 'Account menu of Some Body' });
    const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    comeBack();
    expect(reloadDocument).not.toHaveBeenCalled();
    leaveElsewhere();
    comeBack();
    await waitFor(() => expect(reloadDocument).toHaveBeenCalledTimes(1));
  });

  test('is not to be confused with a change of the theme', async () => {
    open();
    await screen.findByRole('button', { name: 'Account menu of Some Body' });
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(reloadDocument).not.toHaveBeenCalled();
  });
});

const bodiesOf = (sent: readonly { body?: unknown }[]): unknown[] =>
  sent.map(({ body }) => JSON.parse(String(body)) as unknown);

describe('deleting the account', () => {
  async function askToDelete(answers: Record<string, Answer>, at?: string) {
    const server = open(answers, at);
    if (at === undefined) {
      await openMenu();
      await user.click(menuItem('Delete account'));
    }
    return { server, dialog: await screen.findByRole('alertdialog', { name: 'Delete your account?' }) };
  }

  async function deleteWith(answer: Answer) {
    const { server, dialog } = await askToDelete({ 'DELETE /api/auth/user': answer });
    await user.type(within(dialog).getByLabelText('Password'), 'correct horse');
    await user.click(within(dialog).getByRole('button', { name: 'Delete account' }));
    return { server, dialog };
  }

  test('names what stops: analyses, what runs by itself, links and connections, and what it cannot know without names', async () => {
    document.documentElement.setAttribute(OFFERS_ATTRIBUTE, 'sheets google-rules');
    const analyses = gate();
    const connection = (more: object) => ({
      account: 'ann@example.com',
      connectedAt: null,
      lastUsedAt: null,
      endsAt: null,
      madeBy: null,
      isOver: false,
      ...more,
    });
    const { dialog } = await askToDelete({
      'GET /api/analyses': {
        body: [
          ...['April', 'July', 'June', 'May', 'Q1', 'Q2', 'Q3'].map((name) =>
            summary({ id: name, fileName: name, name, source: 'active' }),
          ),
          summary({ id: 'Web', fileName: 'web.csv', name: 'Web', isShared: true }),
        ],
        after: analyses.isOpen,
      },
      'GET /api/connections': {
        body: {
          connections: [
            { kind: 'sheets', isTried: true, connection: connection({}) },
            {
              kind: 'google-rules',
              isTried: true,
              connection: connection({ uses: { sources: 0, pushes: 2, sends: 0, names: ['Acme', 'Bolt'] } }),
            },
          ],
        },
      },
    });
    const stops = () =>
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    const connections = [
      'Google Sheets (ann@example.com)',
      'Google Ads (rules) (ann@example.com), with the undo of 2 pushes to ‘Acme’ and ‘Bolt’',
      'your preferences',
    ];
    await waitFor(() =>
      expect(stops()).toEqual([
        'your saved analyses with their datasets, versions, schedules, inboxes and links',
        ...connections,
      ]),
    );
    expect(dialog).toHaveTextContent('Rules that were pushed stay in the ad accounts.');
    analyses.open();
    await waitFor(() =>
      expect(stops()).toEqual([
        '8 saved analyses with their datasets and versions',
        'the schedules and inboxes that keep these current: ‘April’, ‘July’, ‘June’, ‘May’, ‘Q1’ and 2 more',
        'the read-only link to ‘Web’',
        ...connections,
      ]),
    );
  });

  test('asks first, and does nothing on Cancel', async () => {
    const { server, dialog } = await askToDelete({});
    expect(dialog).toHaveTextContent('This deletes your account at once. It cannot be undone.');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.received('DELETE /api/auth/user')).toEqual([]);
    expect(removeAllDrafts).not.toHaveBeenCalled();
  });

  test('needs the password, then removes the account and all drafts, and begins anew', async () => {
    const { server, dialog } = await askToDelete({
      'DELETE /api/auth/user': answerOf(authExamples.userDeleted),
    });
    const remove = within(dialog).getByRole('button', { name: 'Delete account' });
    await user.click(remove);
    expect(within(dialog).getByText('Password is required')).toBeInTheDocument();
    expect(server.received('DELETE /api/auth/user')).toEqual([]);
    await user.type(within(dialog).getByLabelText('Password'), 'correct horse');
    await user.click(remove);
    await waitFor(() => expect(left()).toEqual(['/?notice=account-deleted']));
    expect(bodiesOf(server.received('DELETE /api/auth/user'))).toEqual([{ password: 'correct horse' }]);
    expect(removeAllDrafts).toHaveBeenCalledTimes(1);
  });

  test('says where to remove an access that Google did not confirm to have ended', async () => {
    const { answer, ...deleted } = authExamples.userDeleted;
    await deleteWith(
      answerOf({ ...deleted, answer: { ...Object(answer), accessLeft: ['google', 'microsoft'] } }),
    );
    await waitFor(() => expect(left()).toEqual(['/?notice=account-deleted.google.microsoft']));
    expect(removeAllDrafts).toHaveBeenCalledTimes(1);
    cleanup();
    open({ 'GET /api/auth/user': SIGNED_OUT }, '/?notice=account-deleted.google.microsoft&x=1');
    await expectMessage(
      'Account deleted',
      `Your analyses and preferences are deleted too. ${AT_GOOGLE} ${AT_MICROSOFT}`,
    );
    expect(address()).toBe('/?x=1');
  });

  test('with an answer that cannot be read is done all the same', async () => {
    await deleteWith({ body: 'x' });
    await waitFor(() => expect(left()).toEqual(['/?notice=account-deleted']));
  });

  test('with a wrong password says so beside it, and deletes nothing', async () => {
    const { dialog } = await deleteWith(answerOf(authExamples.deleteWrong));
    await within(dialog).findByText('The password is not right. Please try again.');
    expect(within(dialog).getByLabelText('Password')).toHaveProperty('value', 'correct horse');
    expect(removeAllDrafts).not.toHaveBeenCalled();
    expect(left()).toEqual([]);
  });

  test('that is refused keeps everything and says why', async () => {
    await deleteWith(answerOf(authExamples.deleteUnavailable));
    await expectMessage('Error', 'Please try again in a moment.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(removeAllDrafts).not.toHaveBeenCalled();
    expect(left()).toEqual([]);
  });

  test('by somebody who is logged out leads to signing in after half a second', async () => {
    const answer = gate();
    await deleteWith({ ...answerOf(authExamples.deleteNoUser), after: answer.isOpen });
    const waits = skipWaits();
    answer.open();
    await expectMessage('Unauthorized', 'You are logged out. Logging in again...');
    await waitFor(() => expect(left()).toEqual(['/api/login']));
    expect(waits).toContain(500);
  });

  const ofGoogle = { 'GET /api/auth/user': { body: OF_GOOGLE } };

  test('without a password leads to Google first', async () => {
    const { server, dialog } = await askToDelete(ofGoogle);
    expect(within(dialog).queryByLabelText('Password')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Continue with Google' }));
    expect(left()).toEqual(['/api/auth/google/confirm']);
    expect(server.received('DELETE /api/auth/user')).toEqual([]);
  });

  test('goes on after Google has confirmed the owner', async () => {
    const answer = answerOf(authExamples.userDeleted);
    const { server, dialog } = await askToDelete(
      { ...ofGoogle, 'DELETE /api/auth/user': answer },
      '/?confirmed=google&x=1',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Delete account' }));
    await waitFor(() => expect(left()).toEqual(['/?notice=account-deleted']));
    expect(bodiesOf(server.received('DELETE /api/auth/user'))).toEqual([{}]);
  });

  test('asks Google again where that was too long ago', async () => {
    const answer = answerOf(authExamples.deleteUnconfirmed);
    const { dialog } = await askToDelete(
      { ...ofGoogle, 'DELETE /api/auth/user': answer },
      '/?confirmed=google&x=1',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Delete account' }));
    await expectMessage('Error', 'Please confirm that this account is yours.');
    await waitFor(() => expect(address()).toBe('/?x=1'));
    await openMenu();
    await user.click(menuItem('Delete account'));
    await screen.findByRole('button', { name: 'Continue with Google' });
  });

  test('asks for the password of an account that has one, whatever the address says', async () => {
    const { dialog } = await askToDelete({}, '/?confirmed=google');
    expect(within(dialog).getByLabelText('Password')).toBeInTheDocument();
  });

  test('says that Google has confirmed nothing', async () => {
    open(ofGoogle, '/?notice=google-not-confirmed');
    await expectMessage('Account not deleted', 'Google did not confirm that this account is yours');
    expect(address()).toBe('/');
  });
});

describe('a new password', () => {
  async function change(answer: Answer, [old, fresh] = ['correct horse', 'battery staple']) {
    const server = open({ 'POST /api/auth/password': answer });
    await openMenu();
    await user.click(menuItem('Change password'));
    const dialog = await screen.findByRole('dialog', { name: 'Change password' });
    if (old) await user.type(within(dialog).getByLabelText('Current password'), old);
    if (fresh) await user.type(within(dialog).getByLabelText('New password'), fresh);
    await user.click(within(dialog).getByRole('button', { name: 'Change Password' }));
    return { server, dialog };
  }

  test('is sent with the old one', async () => {
    const { server } = await change(answerOf(authExamples.passwordChanged));
    await expectMessage('Password changed', 'All other devices have been signed out.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodiesOf(server.received('POST /api/auth/password'))).toEqual([
      { password: 'correct horse', newPassword: 'battery staple' },
    ]);
    expect(left()).toEqual([]);
  });

  test('must be long enough, and the old one must be there', async () => {
    const { server, dialog } = await change({}, ['', 'short']);
    expect(within(dialog).getByText('Password is required')).toBeInTheDocument();
    expect(within(dialog).getByText('Password must be at least 8 characters')).toBeInTheDocument();
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Current password'));
    expect(server.received('POST /api/auth/password')).toEqual([]);
  });

  test('is refused beside the old one where that is wrong', async () => {
    const { dialog } = await change(answerOf(authExamples.passwordWrong));
    await within(dialog).findByText('The password is not right. Please try again.');
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Current password'));
  });

  test('is refused beside the new one where guessers try it first', async () => {
    const { dialog } = await change(answerOf(authExamples.passwordWeak));
    const field = within(dialog).getByLabelText('New password');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/one of the most common ones/));
    expect(document.activeElement).toBe(field);
  });

  test('is not the address of the account, which no server need say', async () => {
    const { server, dialog } = await change({}, ['correct horse', 'SomeBody@example.com']);
    expect(within(dialog).getByLabelText('New password')).toHaveAccessibleDescription(
      /Your e-mail address is no password/,
    );
    expect(server.received('POST /api/auth/password')).toEqual([]);
  });

  test.each<[string, Answer, RegExp]>([
    ['held up', answerOf(authExamples.passwordUnavailable), /Please try again in a moment/],
    ['lost', { isLost: true }, /Your password could not be changed/],
    ['made after logging out elsewhere', answerOf(authExamples.passwordOfNobody), /You are logged out/],
  ])('says so in the dialog when the change is %s', async (_, answer, text) => {
    const { dialog } = await change(answer);
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(text);
  });
});

describe('signing out everywhere', () => {
  async function signOut(answer: Answer, button = 'Sign out everywhere') {
    const server = open({ 'POST /api/auth/logout/everywhere': answer });
    await openMenu();
    await user.click(menuItem('Sign out everywhere'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' });
    await user.click(within(dialog).getByRole('button', { name: button }));
    return server;
  }

  test('asks first, and does nothing on Cancel', async () => {
    const server = await signOut({}, 'Cancel');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.received('POST /api/auth/logout/everywhere')).toEqual([]);
  });

  test('leaves the account as log-out does: the drafts go, and other tabs begin anew', async () => {
    await signOut(answerOf(authExamples.loggedOutEverywhere));
    await waitFor(() => expect(left()).toEqual(['/api/auth/logout']));
    expect(removeAllDrafts).toHaveBeenCalledTimes(1);
    expect(hasSignedOut()).toBe(true);
  });

  test('that fails keeps everything and says so', async () => {
    await signOut(answerOf(authExamples.logOutEverywhereUnavailable));
    await expectMessage('Error', 'You are still logged in. ');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(removeAllDrafts).not.toHaveBeenCalled();
    expect(left()).toEqual([]);
  });
});

describe('preferences', () => {
  async function openPreferences(answers: Record<string, Answer> = {}) {
    const server = open(answers);
    await openMenu();
    await user.click(menuItem('Preferences'));
    await screen.findByRole('dialog', { name: 'Preferences' });
    return server;
  }

  test('are the defaults of new analyses, once they have come', async () => {
    open();
    expect(screen.getByText('New analyses: $100, 10%')).toBeInTheDocument();
    expect(await screen.findByText('New analyses: $249.99, 15%')).toBeInTheDocument();
  });

  test('are shown, changed and saved', async () => {
    const stored = {
      ...DEFAULT_PREFERENCES,
      defaultConversionValue: 80.5,
      defaultSignificanceThreshold: 16,
      defaultCurrency: 'EUR',
    };
    const server = await openPreferences({ 'POST /api/preferences': { body: stored } });
    const value = await screen.findByLabelText('Default Conversion Value ($)');
    expect(screen.getByRole('group', { name: 'Defaults for every new analysis' })).toContainElement(value);
    expect(value).toHaveProperty('value', '249.99');
    await user.clear(value);
    await user.type(value, '80.5');
    await user.click(screen.getByRole('button', { name: 'Increase Default Significance Threshold' }));
    await user.click(screen.getByRole('combobox', { name: 'Default Currency' }));
    await user.click(await screen.findByRole('option', { name: 'EUR' }));
    expect(screen.getByLabelText('Default Conversion Value (EUR)')).toBe(value);
    await user.click(screen.getByRole('button', { name: 'Save Preferences' }));
    await expectMessage('Preferences saved');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodiesOf(server.received('POST /api/preferences'))).toEqual([stored]);
    expect(screen.getByText('New analyses: $80.5, 16%')).toBeInTheDocument();
  });

  test('are as before after Cancel', async () => {
    await openPreferences();
    await user.click(await screen.findByRole('button', { name: 'Increase Default Conversion Value' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('New analyses: $249.99, 15%')).toBeInTheDocument();
  });

  test.each<[string, Answer, RegExp]>([
    ['refused', answerOf(preferencesExamples.preferencesInvalid), /must be a number from 1 to 100/],
    ['held up', answerOf(preferencesExamples.preferencesUnavailable), /Please try again in a moment/],
    [
      'made after logging out elsewhere',
      answerOf(preferencesExamples.savePreferencesOfNobody),
      /You are logged out/,
    ],
    ['lost', { isLost: true }, /could not be saved/],
  ])('stay in the dialog when saving is %s', async (_, answer, text) => {
    await openPreferences({ 'POST /api/preferences': answer });
    await user.click(await screen.findByRole('button', { name: 'Increase Default Conversion Value' }));
    await user.click(screen.getByRole('button', { name: 'Save Preferences' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText('Default Conversion Value ($)')).toHaveProperty('value', '259.99');
    expect(screen.getByRole('button', { name: 'Save Preferences' })).toHaveProperty('disabled', false);
  });

  test('that cannot be read are not overwritten, and are asked for again on demand', async () => {
    const call = 'GET /api/preferences';
    const server = await openPreferences({ [call]: answerOf(preferencesExamples.preferencesUnavailable) });
    expect(await screen.findByText(/could not be loaded/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save Preferences' })).toHaveProperty('disabled', true);
    server.answer(call, answerOf(preferencesExamples.preferences));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByLabelText('Default Conversion Value ($)')).toHaveProperty('value', '249.99');
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  test('that another tab has changed stay as that tab left them', async () => {
    const elsewhere = {
      defaultConversionValue: 80,
      defaultSignificanceThreshold: 20,
      defaultCurrency: 'EUR',
    };
    const server = open({ 'POST /api/preferences': { body: elsewhere } });
    await screen.findByText('New analyses: $249.99, 15%');
    server.answer('GET /api/preferences', { body: elsewhere });
    await openMenu();
    await user.click(menuItem('Preferences'));
    await user.click(await screen.findByRole('button', { name: 'Increase Default Significance Threshold' }));
    expect(await screen.findByLabelText('Default Conversion Value (EUR)')).toHaveProperty('value', '80');
    await user.click(screen.getByRole('button', { name: 'Save Preferences' }));
    await expectMessage('Preferences saved');
    expect(bodiesOf(server.received('POST /api/preferences'))).toMatchObject([
      { defaultConversionValue: 80, defaultCurrency: 'EUR' },
    ]);
  });

  test('wait for a slow server: nothing changes meanwhile, and no key hides a failure', async () => {
    const answer = gate();
    const failure = answerOf(preferencesExamples.preferencesUnavailable);
    await openPreferences({ 'POST /api/preferences': { ...failure, after: answer.isOpen } });
    const increase = await screen.findByRole('button', { name: 'Increase Default Conversion Value' });
    await user.click(increase);
    await user.click(screen.getByRole('button', { name: 'Save Preferences' }));
    await user.click(increase);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Escape}');
    answer.open();
    expect(await screen.findByText(/Please try again in a moment/)).toBeInTheDocument();
    expect(screen.getByLabelText('Default Conversion Value ($)')).toHaveProperty('value', '259.99');
  });

  test('ask to log in where the session has ended', async () => {
    await openPreferences({ 'GET /api/preferences': { status: 401, body: { message: 'Unauthorized' } } });
    expect(await screen.findByText(/^You are logged out/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save Preferences' })).toHaveProperty('disabled', true);
  });

  test('lead to the connections of the account, where the site offers any', async () => {
    document.documentElement.setAttribute(OFFERS_ATTRIBUTE, 'meta');
    await openPreferences();
    await user.click(screen.getByRole('link', { name: 'Connections' }));
    expect(address()).toBe('/connections');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('do not lead there where the site offers none', async () => {
    await openPreferences();
    await screen.findByLabelText('Default Conversion Value ($)');
    expect(screen.queryByRole('link', { name: 'Connections' })).toBeNull();
  });
});
