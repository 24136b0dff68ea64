import { expect, test } from 'vitest';
import { findNodeFault } from '../../../frontend/build/check-node.ts';

test('a Node that is too old is named, with the one that is needed and the way to it', () => {
  const sentence =
    'This is Node 20.20.2, and the tools here need 22.18 or newer. `npm run …` and `npx …` bring it: start them so.';
  expect(findNodeFault('20.20.2')).toBe(sentence);
  expect(findNodeFault('22.17.1')).toContain('Node 22.17.1');
});

test.each(['22.18.0', '22.23.2', '24.0.0', '100.1.0'])('Node %s is new enough', (version) => {
  expect(findNodeFault(version)).toBeNull();
});
