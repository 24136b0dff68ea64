import { lazy, Suspense, useState } from 'react';
import { FolderOpen, LogOut, SlidersHorizontal, Trash2 } from 'lucide-react';
import type { User } from '#contract/auth.ts';
import { Link } from '#frontend/ui/link.tsx';
import { Menu, MenuItem, MenuLine, MenuText } from '#frontend/ui/menu.tsx';
import { logOut } from './leave.ts';
import { fullName, initials } from './user-name.ts';

const PreferencesDialog = lazy(() =>
  import('./preferences-dialog.tsx').then((module) => ({ default: module.PreferencesDialog })),
);
const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((module) => ({ default: module.DeleteAccountDialog })),
);

export function UserMenu({ user }: { user: User }) {
  const [dialog, setDialog] = useState<'preferences' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const name = fullName(user);
  return (
    <>
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
        <MenuItem icon={<SlidersHorizontal />} onSelect={() => setDialog('preferences')}>
          Preferences
        </MenuItem>
        <MenuItem icon={<LogOut />} onSelect={() => void logOut()}>
          Log out
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => setDialog('delete')}>
          Delete account
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === 'preferences' && <PreferencesDialog onClose={close} />}
        {dialog === 'delete' && <DeleteAccountDialog onClose={close} />}
      </Suspense>
    </>
  );
}

/** The user's picture, if it comes over https and loads; else the initials. */
function Avatar({ user }: { user: User }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const { profileImageUrl: url } = user;
  const hasPicture = url !== null && url.startsWith('https://') && url !== failedUrl;
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
