import { expect, test } from 'vitest';
import { listRoads } from '#frontend/analysis/platforms/roads.ts';

test('each kind of attribute says which roads it can take', () => {
  const roads = (kind: Parameters<typeof listRoads>[0]) =>
    listRoads(kind).map(({ road, isOpen, reason }) => [road, isOpen, reason]);
  expect(roads('device')).toEqual([
    ['rule', true, 'Google, Meta and Microsoft take it as a condition.'],
    ['upload', true, 'Works for any attribute: the value is uploaded with each lead.'],
    ['form', true, 'The page knows the device.'],
  ]);
  expect(roads('age')[0]).toEqual(['rule', true, 'Only Meta takes it as a condition.']);
  expect(roads('none')[0]).toEqual(['rule', false, 'No platform takes such an attribute as a condition.']);
  expect(roads('audience')[2]?.[1]).toBe(false);
});
