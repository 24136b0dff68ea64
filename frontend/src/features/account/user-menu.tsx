import {
  FolderOpen,
  KeyRound,
  LogOut,
  MonitorOff,
  MonitorSmartphone,
  Plug,
  SlidersHorizontal,
  Trash2,
  UsersRound,
} from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { User } from '#contract/auth.ts';
import { ACCESS_LEFT } from '#contract/platforms.ts';
import {
  CONFIRMED_PARAMETER,
  NOTICE_SEPARATOR,
  PICTURE_ORIGIN,
  endedParts,
  findText,
  googleNotices,
} from '#contract/google.ts';
import { usePreferences } from '#frontend/api/account.ts';
import { offersConnections } from '#frontend/api/connections.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { wantNewAnalysis } from '#frontend/lib/new-analysis.ts';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Menu, MenuItem, MenuLine, MenuText } from '#frontend/ui/menu.tsx';
import { AccountDialog, type AccountDialogName } from './account-dialogs.tsx';
import { logOut } from './leave.ts';
import { PAGES } from '#contract/pages.ts';
import { ANALYSES_KEY, fetchAnalyses } from '#frontend/api/analyses.ts';
import { toast, toastFailure } from '#frontend/ui/toast-store.ts';
import { TeamSwitch } from './team-switch.tsx';
import { useWaitingInvitation } from './waiting-invitation.ts';

/** The open dialog. It is the deletion if the user comes back from Google to delete the account. */
function useOpenDialog() {
  const [parameters, setParameters] = useSearchParams();
  const isConfirmed = parameters.has(CONFIRMED_PARAMETER);
  const [dialog, setDialog] = useState<AccountDialogName | null>(isConfirmed ? 'delete' : null);
  const close = () => {
    setDialog(null);
    if (!isConfirmed) return;
    parameters.delete(CONFIRMED_PARAMETER);
    setParameters(parameters, { replace: true });
  };
  return { dialog, isConfirmed, open: setDialog, close };
}

export function UserMenu({ user }: { user: User }) {
  const { dialog, isConfirmed, open, close } = useOpenDialog();
  const name = fullName(user);
  // A new analysis starts with the preferences, so they are fetched before the dialog is opened.
  usePreferences();
  useWaitingInvitation();
  return (
    <>
      <WorkLinks />
      <TeamSwitch />
      {/* Those of a team stand in its list. */}
      {user.unseenAlerts && TEAM === null ? <AlertCount count={user.unseenAlerts} /> : null}
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Account menu of ${name ?? user.email}`}
            className="inline-flex size-control shrink-0 items-center justify-center rounded-full"
          >
            <Avatar user={user} />
          </button>
        }
      >
        <MenuText>
          {name && (
            <span className="line-clamp-2 font-medium wrap-anywhere text-text" title={name}>
              {name}
            </span>
          )}
          <span className="line-clamp-2 wrap-anywhere" title={user.email}>
            {user.email}
          </span>
        </MenuText>
        <MenuLine />
        <MenuItem
          link={
            <Link to="/saved">
              <FolderOpen aria-hidden className="size-4" />
              Saved Analyses
            </Link>
          }
        />
        {offersConnections() && (
          <MenuItem
            link={
              <Link to={PAGES.connections.path}>
                <Plug aria-hidden className="size-4" />
                Connections
              </Link>
            }
          />
        )}
        <MenuItem icon={<SlidersHorizontal />} onSelect={() => open('preferences')}>
          Preferences
        </MenuItem>
        {user.hasPassword && (
          <MenuItem icon={<KeyRound />} onSelect={() => open('password')}>
            Change password
          </MenuItem>
        )}
        <MenuItem icon={<MonitorSmartphone />} onSelect={() => open('devices')}>
          Devices
        </MenuItem>
        <MenuItem icon={<UsersRound />} onSelect={() => open('new-team')}>
          New team
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<LogOut />} onSelect={() => void logOut()}>
          Log out
        </MenuItem>
        <MenuItem icon={<MonitorOff />} onSelect={() => open('everywhere')}>
          Sign out everywhere
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => open('delete')}>
          Delete account
        </MenuItem>
      </Menu>
      {dialog && <AccountDialog name={dialog} user={user} isConfirmed={isConfirmed} onClose={close} />}
    </>
  );
}

/** The two things that a signed-in user does most. The header makes room for them on small screens. */
function WorkLinks() {
  const { pathname } = useLocation();
  const look = cx(buttonClasses('ghost', 'small'), 'max-sm:px-1.5! coarse:min-h-11');
  return (
    <nav aria-label="Your work" data-work className="flex shrink-0">
      <Link
        to={PAGES.saved.path}
        aria-current={pathname === PAGES.saved.path ? 'page' : undefined}
        className={look}
      >
        Saved
      </Link>
      <Link
        to={PAGES.home.path}
        className={look}
        onClick={(event) => {
          // In another tab the first page begins anew by itself.
          if (isOfNewTab(event)) return;
          // A second entry of the page would stand beside those of its steps.
          if (pathname === PAGES.home.path) event.preventDefault();
          wantNewAnalysis();
        }}
      >
        New analysis
      </Link>
    </nav>
  );
}

const isOfNewTab = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

/** The alerts of all saved analyses that the user has not seen. */
function AlertCount({ count }: { count: number }) {
  return (
    <Link
      to={PAGES.saved.path}
      title={countNoun(count, 'new alert')}
      className="inline-flex min-h-control-small items-center gap-1 rounded-full bg-caution-wash px-2.5 text-13 font-medium text-caution tabular-nums hover:text-text coarse:min-h-11"
    >
      <span aria-hidden>!</span> {formatCount(count)} <span className="sr-only">new</span>{' '}
      <span className="max-sm:sr-only">{count === 1 ? 'alert' : 'alerts'}</span>
    </Link>
  );
}

/** The user's picture, if it is one of Google's and loads; else the initials. */
function Avatar({ user }: { user: User }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const { profileImageUrl: url } = user;
  const hasPicture = url !== null && url.startsWith(`${PICTURE_ORIGIN}/`) && url !== failedUrl;
  return (
    <span className="flex size-8 items-center justify-center overflow-hidden rounded-full bg-accent-wash text-12 font-semibold text-accent select-none">
      {hasPicture ? (
        <img
          src={url}
          alt=""
          width={32}
          height={32}
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(url)}
          className="size-full object-cover"
        />
      ) : (
        <span aria-hidden>{initials(user)}</span>
      )}
    </span>
  );
}

/** First and last name, as far as they are known; null if both are unknown. */
function fullName({ firstName, lastName }: User): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** One or two letters of the names, or of the e-mail address, for a user without a picture. */
function initials({ firstName, lastName, email }: User): string {
  const names = [firstName, lastName].filter((name) => name?.trim());
  const letters = (names.length > 0 ? names : [email]).map((name) => firstLetter(name?.trim() ?? ''));
  return letters.join('').toLocaleUpperCase();
}

function firstLetter(text: string): string {
  const [first] = new Intl.Segmenter().segment(text);
  return first?.segment ?? '';
}

const DELETED = 'Your analyses and preferences are deleted too.';

const TEAM_NOTICES = { 'team-left': 'You have left the team', 'team-deleted': 'Team deleted' };

/** Shows the notice about the account. */
export async function showAccountNotice(notice: string): Promise<void> {
  const [reason = '', ...parts] = notice.split(NOTICE_SEPARATOR);
  if (reason === 'account-deleted') {
    const accessLeft = textsOf(ACCESS_LEFT, parts);
    toast({
      title: 'Account deleted',
      description: [DELETED, ...accessLeft].join(' '),
      ...(accessLeft.length > 0 && { duration: LONG_MS }),
    });
    return;
  }
  const teamNotice = findText(TEAM_NOTICES, reason);
  if (teamNotice !== null) {
    const accessLeft = textsOf(ACCESS_LEFT, parts);
    toast({
      title: teamNotice,
      description: ['This tab shows your personal work now.', ...accessLeft].join(' '),
      ...(accessLeft.length > 0 && { duration: LONG_MS }),
    });
    return;
  }
  const text = findText(googleNotices, reason);
  if (text === null) return;
  if (reason === 'google-linked') await tellLinked([text, ...textsOf(endedParts, parts)].join(' '));
  else toastFailure('Account not deleted', text);
}

/** The texts for the known ones of these words. */
function textsOf(texts: Readonly<Record<string, string>>, words: readonly string[]): string[] {
  return words.flatMap((word) => findText(texts, word) ?? []);
}

/** A message of four sentences is shown for this time. */
const LONG_MS = 20_000;

/** A message names at most this many analyses. */
const MAX_NAMES = 3;

/** Names the analyses of the account. Another person may have saved them, since nobody had confirmed the address before. */
async function tellLinked(text: string): Promise<void> {
  const names = await readNames();
  toast({
    title: 'Welcome back!',
    description: [text, describeHeld(names)].join(' ').trim(),
    duration: LONG_MS,
    ...(names.length > 0 && { action: { label: 'Saved Analyses', href: PAGES.saved.path } }),
  });
}

/** The names of all analyses of the account; none if they can't be read. */
async function readNames(): Promise<string[]> {
  try {
    return (await fetchAnalyses(ANALYSES_KEY)).map(({ fileName }) => fileName);
  } catch {
    return [];
  }
}

function describeHeld(names: readonly string[]): string {
  if (names.length === 0) return '';
  const others = names.length - MAX_NAMES;
  const named = others > 0 ? [...names.slice(0, MAX_NAMES), `${others} more`] : names;
  const count = names.length === 1 ? 'one saved analysis' : `${names.length} saved analyses`;
  return `It held ${count} before: ${named.join(', ')}.`;
}
