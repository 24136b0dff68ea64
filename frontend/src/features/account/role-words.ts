import type { Role } from '#contract/roles.ts';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
};

/** 'a viewer', 'an editor'. */
export const withArticle = (role: Role): string => (role === 'viewer' ? 'a viewer' : `an ${role}`);

/** The rights of each role, after 'may'. An admin decides whether editors may push. */
export const ROLE_RIGHTS: Readonly<Record<Role, string>> = {
  viewer: 'open, compare, export and print analyses, and see time lines and alerts',
  editor: 'do what viewers do, and save, change, share, move and delete analyses and what keeps them current',
  admin: 'do what editors do, push to ad platforms, and manage connections, members and the team',
};
