import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_AREAS, type AuditEntry } from '#contract/organisation.ts';
import {
  AREA_NAMES,
  describeAction,
  describeDetail,
  describeObject,
  describePerson,
} from '#frontend/features/organisation/audit-words.ts';

const entry = (action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  at: '2026-11-25T00:00:00.000Z',
  person: null,
  action,
  object: null,
  label: null,
  detail: null,
  network: null,
  ...more,
});

test('every action and every area has words of its own, and an action of a newer release stands for itself', () => {
  const words = AUDIT_ACTIONS.map((action) => describeAction(entry(action)));
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((text) => !/^[A-Z][a-z]+ .{4}/.test(text))).toEqual([]);
  const areas = AUDIT_AREAS.map((area) => AREA_NAMES[area]);
  expect(areas.filter((name) => !/^[A-Z]\w{2}/.test(name))).toEqual([]);
  expect(new Set(areas).size).toBe(areas.length);
  for (const action of ['thing.done', 'toString']) expect(describeAction(entry(action))).toBe(action);
});

test('a person without an account is told apart by six signs of an id, and nobody is the site', () => {
  expect(describePerson({ id: '0123456789', name: 'ann@example.com' })).toBe('ann@example.com');
  expect(describePerson({ id: '0123456789', name: null })).toBe('Deleted account 012345');
  expect(describePerson(null)).toBe('The site');
});

test.each([
  [entry('analysis.saved', { label: 'Leads' }), 'Leads'],
  [entry('analysis.saved', { object: '0123456789' }), ''],
  [entry('connection.made', { label: 'meta' }), 'Meta'],
  [entry('connection.made', { label: 'toString' }), 'toString'],
  [entry('connection.ended'), ''],
  [entry('member.left', { label: 'ann@example.com', object: '0123456789' }), 'ann@example.com'],
  [entry('member.left', { object: '0123456789' }), 'Deleted account 012345'],
  [entry('member.left'), 'Deleted account '],
])('the object of %j is "%s"', (of, words) => {
  expect(describeObject(of)).toBe(words);
});

test.each([
  ['source.made', 'inbox', 'Inbox'],
  ['source.made', 'sheet', 'Google Sheet'],
  ['rules.entered', '0', 'as saved'],
  ['rules.entered', '3', 'version 3'],
  ['push.begun', 'meta', 'Meta'],
  ['push.undone', 'microsoft', 'Microsoft Advertising'],
  ['push.undone', null, ''],
  ['send.begun', '1', '1 lead'],
  ['send.begun', '1200', '1,200 leads'],
  ['team.pushing', 'editor', 'admins and editors'],
  ['team.pushing', 'admin', 'admins only'],
  ['team.domain', 'example.com', 'example.com'],
  ['team.domain', null, 'any sign-in'],
  ['team.retention', null, 'never'],
  ['team.retention', '30', 'after 30 days'],
  ['member.role', 'viewer', 'viewer'],
  ['member.left', null, ''],
  ['thing.done', 'x', 'x'],
])('the detail of %s with %s is "%s"', (action, detail, words) => {
  expect(describeDetail(entry(action, { detail }))).toBe(words);
});
