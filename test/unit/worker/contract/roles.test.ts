import { describe, expect, test } from 'vitest';
import { API_CALLS, callOfTeam } from '#contract/calls.ts';
import { can, ROLES, type Action } from '#contract/roles.ts';
import { TEAM_CALLS } from '#test/support/team-calls.ts';

const ACTIONS: readonly Action[] = ['view', 'leave', 'edit', 'push', 'connect', 'manage'];

test.each([
  ['viewer', false, ['view', 'leave']],
  ['viewer', true, ['view', 'leave']],
  ['editor', false, ['view', 'leave', 'edit']],
  ['editor', true, ['view', 'leave', 'edit', 'push']],
  ['admin', false, ACTIONS],
  ['admin', true, ACTIONS],
] as const)('of a team whose editors may push or not a %s (%s) may %j', (role, editorsPush, actions) => {
  expect(ROLES).toContain(role);
  expect(ACTIONS.filter((action) => can(role, action, { editorsPush }))).toEqual(actions);
});

/** The calls for admins alone, also where they only read: the invitations, and the log. */
const FOR_ADMINS = ['GET /invitations', 'GET /audit'];

/** The right that a call needs by what it is about. */
function expected(call: string): Action {
  const [method, path = ''] = call.split(' ');
  if (path.startsWith('/platforms')) return 'push';
  if (call === 'GET /connections/:kind/named') return 'edit';
  if (call === 'GET /connections/:kind/accounts') return 'connect';
  if (method === 'GET') return FOR_ADMINS.includes(call) ? 'manage' : 'view';
  if (path === '/leave') return 'leave';
  if (path.startsWith('/analyses')) return 'edit';
  if (/^\/(?:pushes|sends)/.test(path)) return 'push';
  return path.startsWith('/connections') ? 'connect' : 'manage';
}

describe('a call of a team', () => {
  const calls = Object.keys(TEAM_CALLS);

  test.each(calls)('"%s" needs the right to what it is about', (call) => {
    expect(TEAM_CALLS[call]).toBe(expected(call));
  });

  test('is there once for each call of a user that is about work, and for none about an account', () => {
    expect(callOfTeam('POST /api/connections/:kind/token')).toBeNull();
    const without = Object.keys(API_CALLS).filter(
      (call) => callOfTeam(call as keyof typeof API_CALLS) === null,
    );
    expect(
      without.filter((call) => /\/api\/(?:analyses|connections|platforms|pushes|sends)/.test(call)),
    ).toEqual([
      'GET /api/analyses', // the list of a team is a call of its own
      'POST /api/connections/:kind/token',
    ]);
  });
});
