import { expect, test } from 'vitest';
import { guessCondition, listRoads, nameOnPlatform } from '#frontend/analysis/platforms/conditions.ts';

test.each([
  ['Home State', ['a'], 'location'],
  ['billing_country', [], 'location'],
  ['ZIP Code', ['02139'], 'location'],
  ['Bundesland', ['Bayern'], 'location'],
  ['Conversion Location', ['Website'], 'conversion-location'],
  ['deviceType', ['x'], 'device'],
  ['Gerät', ['Handy'], 'device'],
  ['OS', ['iOS'], 'operating-system'],
  ['Operating System', [], 'operating-system'],
  ['Age Group', [], 'age'],
  ['Âge', [], 'age'],
  ['Average Order', ['10', '20'], 'none'],
  ['Gender', [], 'gender'],
  ['Placement', ['Feed'], 'placement'],
  ['Audience', [], 'audience'],
  ['Source', ['Referral', 'Ads'], 'none'],
  ['Job Title', ['CEO', 'CTO'], 'none'],
] as const)('%s is told by its name: %j is %s', (name, values, kind) => {
  expect(guessCondition(name, values)).toBe(kind);
});

test.each([
  ['Platform', ['Mobile', 'Desktop', 'Tablet'], 'device'],
  ['Platform', ['iOS', 'Android', 'Windows'], 'operating-system'],
  ['Where', ['CA', 'TX', 'NY', 'WA'], 'location'],
  ['Where', ['Germany', 'France', 'United States'], 'location'],
  ['Where', ['California', 'New York', 'Texas'], 'location'],
  ['Group', ['18-24', '25–34', '65+'], 'age'],
  ['Who', ['Male', 'Female', '(Blank)'], 'gender'],
  ['Group', ['A', 'B', 'C'], 'none'],
  // Four of five are enough, three of five are not.
  ['Where', ['CA', 'TX', 'NY', 'WA', 'elsewhere'], 'location'],
  ['Where', ['CA', 'TX', 'NY', 'here', 'elsewhere'], 'none'],
  ['Where', [], 'none'],
] as const)('%s is told by its values: %j is %s', (name, values, kind) => {
  expect(guessCondition(name, values)).toBe(kind);
});

test('a value has the name that the platform has for it, or none', () => {
  expect(nameOnPlatform('google', 'device', 'Smartphone')).toBe('Mobile phones');
  expect(nameOnPlatform('microsoft', 'device', 'mobile')).toBe('Smartphones');
  expect(nameOnPlatform('meta', 'device', 'Laptop')).toBe('Desktop');
  expect(nameOnPlatform('google', 'device', 'iPad')).toBe('Tablets');
  expect(nameOnPlatform('meta', 'device', 'Tablet')).toBeNull();
  expect(nameOnPlatform('google', 'device', 'Smart TV')).toBeNull();
  expect(nameOnPlatform('meta', 'gender', 'F')).toBe('Women');
  expect(nameOnPlatform('meta', 'operating-system', 'Android 14')).toBe('Android');
  expect(nameOnPlatform('meta', 'operating-system', 'Windows')).toBeNull();
  expect(nameOnPlatform('google', 'location', 'Bavaria')).toBe('Bavaria');
  for (const value of ['(Blank)', '(Out of range)', 'Other'])
    expect(nameOnPlatform('google', 'location', value)).toBeNull();
});

test('each kind of attribute says which roads it can take', () => {
  const roads = (kind: Parameters<typeof listRoads>[0]) =>
    listRoads(kind).map(({ road, isOpen, reason }) => [road, isOpen, reason]);
  expect(roads('device')).toEqual([
    ['rule', true, 'Google, Meta and Microsoft take it as a condition.'],
    ['upload', true, 'Any attribute can: the value goes up with the click id of each lead.'],
    ['form', true, 'The page knows the device.'],
  ]);
  expect(roads('age')[0]).toEqual(['rule', true, 'Only Meta takes it as a condition.']);
  expect(roads('none')[0]).toEqual(['rule', false, 'No platform takes such an attribute as a condition.']);
  expect(roads('audience')[2]?.[1]).toBe(false);
});
