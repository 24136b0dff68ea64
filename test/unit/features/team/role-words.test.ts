import { expect, test } from 'vitest';
import { CONNECTION_KINDS, PLATFORM_OF } from '#contract/platforms.ts';
import { ROLES } from '#contract/roles.ts';
import { connectionWords } from '#frontend/features/connections/connection-card.tsx';
import { nameChanger, describeAuthors } from '#frontend/features/saved/changed-by.ts';
import { ROLE_NAMES, ROLE_RIGHTS, withArticle } from '#frontend/features/account/role-words.ts';

test('each role has its name, its article and its rights, which build on those before it', () => {
  expect(ROLES.map(withArticle)).toEqual(['a viewer', 'an editor', 'an admin']);
  expect(ROLES.map((role) => ROLE_NAMES[role])).toEqual(['Viewer', 'Editor', 'Admin']);
  const [viewer, editor, admin] = ROLES.map((role) => ROLE_RIGHTS[role]);
  expect(viewer).toMatch(/^open, compare/);
  expect(editor).toMatch(/^do what viewers do, and save/);
  expect(admin).toMatch(/^do what editors do, push/);
});

test('an analysis names who made it, and who else has changed it', () => {
  expect(describeAuthors({ madeBy: 'ann@example.com', updatedBy: 'ann@example.com' })).toBe(
    'by ann@example.com',
  );
  expect(describeAuthors({ madeBy: 'ann@example.com', updatedBy: 'ben@example.com' })).toBe(
    'by ann@example.com, changed by ben@example.com',
  );
  expect(describeAuthors({ madeBy: null, updatedBy: 'ben@example.com' })).toBe(
    'by a former member, changed by ben@example.com',
  );
  expect(describeAuthors({ madeBy: 'ann@example.com', updatedBy: null })).toBe(
    'by ann@example.com, changed by a former member',
  );
  expect(describeAuthors({ madeBy: null, updatedBy: null })).toBe('by a former member');
  expect(nameChanger(undefined)).toBe('Another tab or device');
  expect(nameChanger(null)).toBe('A former member of the team');
  expect(nameChanger('ann@example.com')).toBe('ann@example.com');
});

test('each connection says what it allows, what this site does with it and how it ends', () => {
  for (const part of ['right', 'use'] as const) {
    const words = CONNECTION_KINDS.map((kind) => connectionWords(kind, false)[part]);
    expect(words.filter((text) => !/^[A-Z].{20,}\.$/.test(text))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  }
  const ends = { google: 'at Google', meta: 'at Meta', microsoft: 'on Microsoft’s own page' };
  for (const kind of CONNECTION_KINDS) {
    expect(connectionWords(kind, false).end).toMatch(/^This site deletes its tokens?( and|\.) /);
    expect(connectionWords(kind, false).end).toContain(ends[PLATFORM_OF[kind]]);
  }
});
