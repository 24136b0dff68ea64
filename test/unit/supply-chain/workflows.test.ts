import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PROJECT = new URL('../../../', import.meta.url);

/** The actions of all workflows, as they stand behind `uses:`. */
const actions = globSync('.github/**/*.yml', { cwd: PROJECT }).flatMap((file) =>
  [...readFileSync(new URL(file, PROJECT), 'utf8').matchAll(/\buses:\s*(.+)$/gm)].map(
    ([, uses = '']) => uses,
  ),
);

// A tag can be moved to other code, a commit cannot.
test('each action of a workflow is named by its whole commit, with the release beside it', () => {
  expect(actions.length).toBeGreaterThan(1);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('all workflows use the same release of an action', () => {
  const names = actions.map((action) => action.split('@', 1)[0]);
  expect(new Set(actions).size).toBe(new Set(names).size);
});
