import { expect, test } from 'vitest';
import { listLookUps } from '#frontend/features/push/use-matches.ts';

test.each([
  ['Berlin', ['Berlin']],
  ['TX', ['TX', 'Texas']],
  ['CA', ['CA', 'California', 'Canada']],
  ['DE', ['DE', 'Delaware', 'Germany']],
  ['DC', ['DC', 'District of Columbia']],
  ['ZQ', ['ZQ']],
  ['tx', ['tx']],
  ['constructor', ['constructor']],
])('%s is looked up as %j', (value, names) => {
  expect(listLookUps(value)).toEqual(names);
});
