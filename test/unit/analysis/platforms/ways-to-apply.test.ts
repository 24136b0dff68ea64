import { expect, test } from 'vitest';
import { listWaysToApply } from '#frontend/analysis/platforms/ways-to-apply.ts';

test('each kind of attribute has three ways to apply its findings, each with a reason', () => {
  const ways = (kind: Parameters<typeof listWaysToApply>[0]) =>
    listWaysToApply(kind).map(({ way, isOpen, reason }) => [way, isOpen, reason]);
  expect(ways('device')).toEqual([
    ['rule', true, 'Google, Meta and Microsoft take it as a condition.'],
    ['upload', true, 'Works for any attribute: the value is uploaded with each lead.'],
    ['form', true, 'The page knows the device.'],
  ]);
  expect(ways('age')[0]).toEqual(['rule', true, 'Only Meta takes it as a condition.']);
  expect(ways('none')[0]).toEqual(['rule', false, 'No platform takes such an attribute as a condition.']);
  expect(ways('audience')[2]?.[1]).toBe(false);
});
