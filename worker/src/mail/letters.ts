import { CONNECTION_NAMES, type ConnectionKind } from '#contract/platforms.ts';
import { DAY, INVITATION_MS, MAIL_LINK_MS, MINUTE } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import { cutListedName } from '#contract/listed.ts';
import type { Role } from '#contract/roles.ts';
import { linkPath, type Letter } from './letter.ts';

const ONCE = `The link works once, for ${MAIL_LINK_MS / MINUTE} minutes.`;

export const confirmLetter = (token: string): Letter => ({
  subject: 'Confirm your e-mail address',
  paragraphs: ['Confirm that this is your address. Then Lead Value Analyzer can send alerts to it.', ONCE],
  link: { text: 'Confirm the address', path: linkPath('confirm', token) },
  reason: 'Somebody asked for this link in an account with your address. If it was not you, do nothing.',
});

const ASKED =
  'Somebody asked for this mail on the sign-in page with your address. If it was not you, do nothing: nothing has changed.';

export const resetLetter = (token: string): Letter => ({
  subject: 'Choose a new password',
  paragraphs: [
    'You can choose a new password for your account at Lead Value Analyzer. All devices are signed out then.',
    ONCE,
  ],
  link: { text: 'Choose a new password', path: linkPath('reset', token) },
  reason: ASKED,
});

/** For an account that has no password, so that its owner does not wait for a link. */
export const googleLetter = (): Letter => ({
  subject: 'Your account signs in with Google',
  paragraphs: [
    'Your account at Lead Value Analyzer has no password that could be replaced: it signs in with Google. Please use Continue with Google on the sign-in page.',
  ],
  link: { text: 'Sign in', path: PAGES.login.path },
  reason: ASKED,
});

/** A change in an account, for the letter to its owner. */
export type AccountChange =
  | { kind: 'password' | 'google' | 'hand-over' }
  | { kind: 'connected' | 'disconnected'; connection: ConnectionKind; isOfTeam: boolean };

const CHANGE_REASON =
  'You get this because your account has changed, so that nobody can change it without your notice.';

const newPasswordLink = { text: 'Choose a new password', path: PAGES.mail.path } as const;

/** The letter after a change of the way into an account, or of a connection. It holds no text of a user. */
export function changeLetter(change: AccountChange): Letter {
  switch (change.kind) {
    case 'password':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          'The password of your account at Lead Value Analyzer was changed, and all other devices were signed out.',
          'If it was not you, choose a new password at once.',
        ],
        link: newPasswordLink,
        reason: CHANGE_REASON,
      };
    case 'google':
      return {
        subject: 'Your account was linked to Google',
        paragraphs: [
          'Your account at Lead Value Analyzer was linked to the Google account of this address. Your password works as before.',
          'If it was not you, choose a new password at once.',
        ],
        link: newPasswordLink,
        reason: CHANGE_REASON,
      };
    case 'hand-over':
      return {
        subject: 'Your account signs in with Google now',
        paragraphs: [
          'Your account at Lead Value Analyzer was linked to the Google account of this address. It signs in with Google from now on; a password of before works no longer, and other devices were signed out.',
          'What an earlier holder of the account may have left has ended: read-only links, schedules and inboxes, connections to other services, invitations, alerts by e-mail, and memberships of teams that have another admin.',
          'If it was not you, look after your Google account: whoever signs in to it can sign in here.',
        ],
        link: { text: 'Sign in', path: PAGES.login.path },
        reason: CHANGE_REASON,
      };
    case 'connected':
    case 'disconnected':
      return connectionLetter(change);
  }
}

type ConnectionChange = Extract<AccountChange, { connection: ConnectionKind }>;

function connectionLetter({ kind, connection, isOfTeam }: ConnectionChange): Letter {
  const name = CONNECTION_NAMES[connection];
  const place = isOfTeam ? 'for a team of yours' : 'for your account';
  return {
    subject: `${name} was ${kind}`,
    paragraphs: [
      `${name} was ${kind} ${place} at Lead Value Analyzer, in a session of your account.`,
      'If it was not you, look at your connections, and sign out the devices that you do not know.',
    ],
    link: { text: 'See the connections', path: PAGES.connections.path },
    reason: CHANGE_REASON,
  };
}

/** The team, the role in it, and the member who invites. */
interface Invited {
  team: string;
  role: Role;
  by: string;
}

/**
 * A name in a letter to a stranger. Mail programs make a link of whatever looks like an address, also in plain text: a space behind
 * each dot and colon leaves nothing that does. The dots are those that IDNA takes for one.
 */
const unlinked = (name: string): string =>
  cutListedName(name)
    .replace(/\s+/g, ' ')
    .replace(/[.:\u3002\uff0e\uff61](?=\S)/g, '$& ');

/** The subject says nothing that a user has chosen. */
export const invitationLetter = ({ team, role, by }: Invited, token: string): Letter => ({
  subject: 'Join a team at Lead Value Analyzer',
  paragraphs: [
    `${unlinked(by)} invites you to the team “${unlinked(team)}” at Lead Value Analyzer, as ${role}.`,
    `The link works once, for ${INVITATION_MS / DAY} days, for an account with this address.`,
  ],
  link: { text: 'See the invitation', path: `${PAGES.join.path}#${token}` },
  reason: 'A member of the team entered your address. If you do not know them, do nothing.',
});
