import { useState } from 'react';
import type { User } from '#contract/auth.ts';
import { initials } from './user-name.ts';

/** The user's picture, if it comes over https and loads; else the initials. */
export function Avatar({ user }: { user: User }) {
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
