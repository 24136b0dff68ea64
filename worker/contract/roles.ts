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

/** What an admin decides for the team, as far as it changes who may do what. */
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

/**
 * The action of each call under `/api/teams/{team}`. The Worker answers none that is missing here. `GET ` is the team itself.
 *
 * @internal
 */
export const TEAM_CALLS: Readonly<Record<string, Action>> = {
  'GET ': 'view',
  'PATCH ': 'manage',
  'DELETE ': 'manage',
  'POST /leave': 'leave',
  'GET /members': 'view',
  'PATCH /members/:member': 'manage',
  'DELETE /members/:member': 'manage',
  'GET /invitations': 'manage',
  'POST /invitations': 'manage',
  'DELETE /invitations/:invitation': 'manage',

  'GET /rules': 'view',
  'PUT /domain': 'manage',
  'PUT /retention': 'manage',
  'GET /audit': 'manage',

  'GET /analyses': 'view',
  'GET /analyses/:id': 'view',
  'GET /analyses/:id/dataset': 'view',
  'GET /analyses/:id/share': 'view',
  'GET /analyses/:id/source': 'view',
  'GET /analyses/:id/alerts': 'view',
  'GET /analyses/:id/versions': 'view',
  'GET /analyses/:id/versions/:number': 'view',
  'POST /analyses': 'edit',
  'PUT /analyses/:id': 'edit',
  'PATCH /analyses/:id': 'edit',
  'DELETE /analyses/:id': 'edit',
  'PUT /analyses/:id/dataset': 'edit',
  'POST /analyses/:id/move': 'edit',
  'POST /analyses/:id/copy': 'edit',
  'POST /analyses/:id/share': 'edit',
  'PUT /analyses/:id/share': 'edit',
  'PATCH /analyses/:id/share': 'edit',
  'DELETE /analyses/:id/share': 'edit',
  'PUT /analyses/:id/source': 'edit',
  'DELETE /analyses/:id/source': 'edit',
  'POST /analyses/:id/source/token': 'edit',
  'PUT /analyses/:id/source/schedule': 'edit',
  'POST /analyses/:id/source/run': 'edit',
  'POST /analyses/:id/source/pause': 'edit',
  'POST /analyses/:id/source/resume': 'edit',
  'POST /analyses/:id/versions/:number/entered': 'edit',
  'POST /analyses/:id/rules-in-use': 'edit',
  'POST /analyses/:id/alerts/seen': 'edit',

  'GET /connections': 'view',
  'POST /connections/:kind/connect': 'connect',
  'POST /connections/:kind/check': 'connect',
  'DELETE /connections/:kind': 'connect',
  'GET /connections/:kind/named': 'edit',
  'GET /connections/:kind/accounts': 'connect',
  'PUT /connections/:kind/named/:resource': 'connect',
  'DELETE /connections/:kind/named/:resource': 'connect',

  'GET /platforms/:kind/accounts': 'push',
  'POST /platforms/:kind/places': 'push',
  'GET /platforms/:kind/accounts/:id/audiences': 'push',
  'GET /platforms/:kind/accounts/:id/conversion-actions': 'push',
  'GET /pushes': 'view',
  'GET /pushes/:id': 'view',
  'POST /pushes/:kind/preview': 'push',
  'POST /pushes/:kind': 'push',
  'POST /pushes/:id/undo': 'push',
  'GET /sends': 'view',
  'GET /sends/:id': 'view',
  'POST /sends/key': 'push',
  'POST /sends': 'push',
  'PATCH /sends/:id': 'push',
};

/** The action of a call under `/api/teams/{team}`, as `METHOD /path/with/:parameters`; null for an unknown one. */
export const actionOf = (call: string): Action | null =>
  Object.hasOwn(TEAM_CALLS, call) ? (TEAM_CALLS[call] ?? null) : null;
