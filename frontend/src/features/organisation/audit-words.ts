import { CONNECTION_NAMES } from '#contract/platforms.ts';
import type { AuditAction, AuditArea, AuditEntry, AuditPerson } from '#contract/organisation.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { isKeyOf } from '#contract/records.ts';

const ACTIONS: Readonly<Record<AuditAction, string>> = {
  'analysis.saved': 'Saved an analysis',
  'analysis.changed': 'Updated an analysis',
  'analysis.renamed': 'Renamed an analysis',
  'analysis.noted': 'Changed the note of an analysis',
  'analysis.moved-here': 'Moved an analysis into the team',
  'analysis.moved-away': 'Moved an analysis out of the team',
  'analysis.deleted': 'Deleted an analysis',
  'dataset.ended': 'Deleted a dataset that had reached its end',
  'link.made': 'Made a shared link',
  'link.changed': 'Changed a shared link',
  'link.ended': 'Ended a shared link',
  'source.made': 'Began to keep an analysis current',
  'source.changed': 'Changed the source of an analysis',
  'source.renewed': 'Replaced the token of an inbox',
  'source.run': 'Started a run of a source',
  'source.paused': 'Paused a source',
  'source.resumed': 'Resumed a source',
  'source.ended': 'Ended a source',
  'rules.entered': 'Put rules into use',
  'connection.made': 'Connected a service',
  'connection.ended': 'Disconnected a service',
  'connection.over': 'Found that a service had ended a permission',
  'resource.named': 'Named a sheet or account',
  'resource.unnamed': 'Took the name of a sheet or account back',
  'resource.read': 'First read of a sheet or account',
  'push.begun': 'Pushed rules',
  'push.undone': 'Undid a push',
  'send.begun': 'Sent values',
  'member.joined': 'Joined the team',
  'member.role': 'Changed a role',
  'member.left': 'Left the team',
  'member.removed': 'Removed a member',
  'invitation.made': 'Made an invitation',
  'invitation.ended': 'Ended or used an invitation',
  'team.made': 'Made the team',
  'team.renamed': 'Renamed the team',
  'team.pushing': 'Changed who may push',
  'team.domain': 'Changed the sign-in rule',
  'team.retention': 'Changed when datasets end',
  'team.deleted': 'Deleted the team',
};

/** The names of the areas in the filter. */
export const AREA_NAMES: Readonly<Record<AuditArea, string>> = {
  analysis: 'Analyses',
  dataset: 'Datasets that ended',
  link: 'Shared links',
  source: 'Sources',
  rules: 'Rules in use',
  connection: 'Connections',
  resource: 'Named sheets and accounts',
  push: 'Pushes',
  send: 'Sends',
  member: 'Members',
  invitation: 'Invitations',
  team: 'The team itself',
};

/** An action of a newer release stands for itself. */
export const describeAction = ({ action }: AuditEntry): string =>
  isKeyOf(ACTIONS, action) ? ACTIONS[action] : action;

const SHORT_ID = 6;

/** People without an account are told apart by the random id that the log has for them. */
export function describePerson(person: AuditPerson | null): string {
  if (!person) return 'The site';
  return person.name ?? `Deleted account ${person.id.slice(0, SHORT_ID)}`;
}

const describeKind = (kind: string): string =>
  isKeyOf(CONNECTION_NAMES, kind) ? CONNECTION_NAMES[kind] : kind;

/** The object of an entry by its name of then; a member by the name of today. */
export function describeObject({ action, object, label }: AuditEntry): string {
  if (action.startsWith('connection.')) return describeKind(label ?? '');
  if (action.startsWith('member.') && label === null) return describePerson({ id: object ?? '', name: null });
  return label ?? '';
}

const DETAILS: Readonly<Partial<Record<AuditAction, (detail: string | null) => string>>> = {
  'source.made': (kind) => (kind === 'inbox' ? 'Inbox' : 'Google Sheet'),
  'rules.entered': (number) => (number === '0' ? 'as saved' : `version ${number}`),
  'resource.named': (kind) => describeKind(kind ?? ''),
  'resource.unnamed': (kind) => describeKind(kind ?? ''),
  'resource.read': (kind) => describeKind(kind ?? ''),
  'push.begun': (kind) => describeKind(kind ?? ''),
  'push.undone': (kind) => describeKind(kind ?? ''),
  'send.begun': (leads) => `${countNoun(Number(leads), 'lead')}`,
  'team.pushing': (role) => (role === 'editor' ? 'admins and editors' : 'admins only'),
  'team.domain': (domain) => domain ?? 'any sign-in',
  'team.retention': (days) => (days === null ? 'never' : `after ${days} days`),
};

/** The role, kind or number that was chosen. */
export function describeDetail({ action, detail }: AuditEntry): string {
  const word = isKeyOf(ACTIONS, action) ? DETAILS[action] : undefined;
  return word ? word(detail) : (detail ?? '');
}
