/** The roles of a team, from the least rights to the most. */
export const ROLES = ['viewer', 'editor', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/**
 * The things that roles tell apart:
 *
 * - `view`: list, open, compare, export, print, see time lines, alerts, members, and what was sent and pushed
 * - `edit`: save, update, rename, note, delete, move and copy, share links, run and change sources
 * - `push`: push rules and send values to ad platforms, and undo it
 * - `connect`: manage connections
 * - `manage`: members, roles, invitations, and the team itself
 * - `leave`: end one's own membership
 */
export type Action = 'view' | 'edit' | 'push' | 'connect' | 'manage' | 'leave';

/** The decisions of an admin that change the rights of roles. */
export interface RoleSettings {
  editorsPush: boolean;
}

const LEAST_ROLE: Readonly<Record<Action, Role>> = {
  view: 'viewer',
  leave: 'viewer',
  edit: 'editor',
  push: 'admin',
  connect: 'admin',
  manage: 'admin',
};

/** The least role that may do this in a team. */
const leastRole = (action: Action, { editorsPush }: RoleSettings): Role =>
  action === 'push' && editorsPush ? 'editor' : LEAST_ROLE[action];

/** Whether members with this role may do this: the one place that decides, for routes, queries and screens. */
export const can = (role: Role, action: Action, settings: RoleSettings): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(leastRole(action, settings));
