import { User, Users } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { can } from '#contract/roles.ts';
import type { ListedTeam } from '#contract/team-answers.ts';
import { useTeams } from '#frontend/api/teams.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { tabStorage } from '#frontend/lib/storage.ts';
import { workIn } from '#frontend/lib/choose-team.ts';
import { addressInTeam, TEAM, TEAM_NAME_KEY } from '#frontend/lib/tab-team.ts';
import { buttonClasses, Button } from '#frontend/ui/button.tsx';
import { Glyph } from '#frontend/ui/glyphs.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Menu, MenuChoices, MenuItem, MenuLine, MenuText } from '#frontend/ui/menu.tsx';
import { ROLE_NAMES } from './role-words.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { PAGES } from '#contract/pages.ts';
import { CallFailure, REFUSAL_EVENT } from '#frontend/api/client.ts';
import { GOOGLE_SIGN_IN_URL } from '#frontend/api/user.ts';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { useAction } from '#frontend/ui/use-action.ts';

const PERSONAL = 'Personal';

/** The value of the user's own work among the ids of teams. */
const OWN = '';

/** Says whose work this tab shows, and changes that. Users without a team do not see it. */
export function TeamSwitch() {
  const { data: teams } = useTeams();
  const own = teams?.find(({ id }) => id === TEAM);
  useNoted(own);
  const name = own?.name ?? (TEAM === null ? PERSONAL : (tabStorage.read(TEAM_NAME_KEY) ?? 'Team'));
  if (TEAM === null && !teams?.length) return null;
  return (
    <>
      <Menu trigger={<Trigger name={name} />}>
        <MenuText>This tab shows the work of</MenuText>
        <Choices teams={teams ?? []} />
        {TEAM !== null && (
          <>
            <MenuLine />
            <MenuItem
              link={
                <Link to={addressInTeam(PAGES.team.path)}>
                  <Users aria-hidden className="size-4" />
                  Members and settings
                </Link>
              }
            />
          </>
        )}
      </Menu>
      <LostTeam isGone={TEAM !== null && teams !== undefined && !own} name={name} />
    </>
  );
}

function Trigger({ name, ...trigger }: { name: string }) {
  return (
    <button
      {...trigger}
      type="button"
      aria-label={`Personal or team: ${name}`}
      title={name}
      className={cx(
        buttonClasses('ghost', 'small'),
        'min-w-0 shrink! px-2! coarse:min-h-11 max-sm:min-h-control!',
      )}
    >
      {TEAM === null ? <User aria-hidden className="size-4" /> : <Users aria-hidden className="size-4" />}
      {/* On phones the page itself names the team. */}
      <span className="max-w-40 truncate max-sm:sr-only">{name}</span>
      <Glyph name="chevronRight" className="size-3.5 shrink-0 rotate-90 text-faint max-sm:-ml-1.5" />
    </button>
  );
}

function Choices({ teams }: { teams: readonly ListedTeam[] }) {
  const { pathname } = useLocation();
  const choose = (id: string) => {
    const team = teams.find((one) => one.id === id) ?? null;
    if ((team?.id ?? null) !== TEAM) void workIn(team, pathAfter(pathname, team));
  };
  return (
    <MenuChoices
      label="Personal or team"
      value={TEAM ?? OWN}
      onChange={choose}
      options={[
        { value: OWN, label: PERSONAL },
        ...teams.map(({ id, name, role }) => ({ value: id, label: name, detail: ROLE_NAMES[role] })),
      ]}
    />
  );
}

/** Where the switch leads: a page that shows one analysis, or the team, has nothing to show for another team. */
function pathAfter(pathname: string, team: ListedTeam | null): string {
  const isOfOneTeam =
    pathname.startsWith(`${PAGES.saved.path}/`) ||
    pathname === PAGES.compare.path ||
    (pathname === PAGES.team.path && !team);
  return isOfOneTeam ? PAGES.saved.path : pathname;
}

/** Keeps the name of the tab's team for its draft, and hides what its viewers may not do on pages whose code knows no roles. */
function useNoted(own: ListedTeam | undefined): void {
  useEffect(() => {
    if (!own) return;
    tabStorage.keep(TEAM_NAME_KEY, own.name);
    const { dataset } = document.documentElement;
    if (can(own.role, 'edit', own)) delete dataset['viewer'];
    else dataset['viewer'] = '';
  }, [own]);
}

interface LostTeamProps {
  /** The team of this tab is not among those of the user. */
  isGone: boolean;
  name: string;
}

/**
 * Says that this tab cannot show its team any more: the membership has ended, or the team asks for another sign-in. It looks at every
 * refusal, so that an open page says so with its next call.
 */
function LostTeam({ isGone, name }: LostTeamProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const { mutate: lookAgain } = useTeams();
  const { cache } = useSWRConfig();
  const notice = useEffectEvent(({ code, reason }: CallFailure) => {
    // The membership has ended, or the role is another one now.
    if (code === 'NO_TEAM' || code === 'NOT_ALLOWED') void lookAgain();
    if (code === 'DOMAIN_REQUIRED') setAsked(reason ?? '');
  });
  useEffect(() => {
    const listen = (event: Event) => {
      const failure: unknown = event instanceof CustomEvent ? event.detail : null;
      if (failure instanceof CallFailure) notice(failure);
    };
    // The page may have asked before this code was there.
    const looking = setTimeout(() => {
      for (const key of cache.keys()) {
        const failure: unknown = cache.get(key)?.error;
        if (failure instanceof CallFailure) notice(failure);
      }
    });
    addEventListener(REFUSAL_EVENT, listen);
    return () => {
      clearTimeout(looking);
      removeEventListener(REFUSAL_EVENT, listen);
    };
  }, [cache]);
  // The first page may have an open file, which comes along.
  const leaving = useAction(() =>
    workIn(null, location.pathname === PAGES.home.path ? PAGES.home.path : PAGES.saved.path),
  );
  if (!isGone && asked === null) return null;
  const leave = () => void leaving.run();
  return (
    <Dialog
      onClose={leave}
      title={isGone ? 'You are no longer in this team' : 'This team asks for another sign-in'}
      description={
        isGone
          ? `${name} has ended your membership, or the team was deleted. A file that you have open stays in this browser, marked with the team.`
          : asked
      }
      footer={
        <>
          {!isGone && (
            <a href={GOOGLE_SIGN_IN_URL} className={buttonClasses('primary')}>
              Continue with Google
            </a>
          )}
          <Button variant={isGone ? 'primary' : 'secondary'} disabled={leaving.isBusy} onClick={leave}>
            Go to Personal
          </Button>
        </>
      }
    />
  );
}
