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
  // Ages are told where each value is one that Meta offers, or several of them.
  ['Group', ['18-34', '35 – 54', '55+'], 'age'],
  ['Group', ['18-24', '25-34', '45-65'], 'none'],
  ['Group', ['18-24', 'under 25', '35+'], 'none'],
  ['Employees', ['1-10', '11-50', '51+'], 'none'],
  ['Age', ['18-24', '65+', '(Blank)'], 'age'],
  ['Age', ['18-29', '30+'], 'none'],
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
  expect(nameOnPlatform('meta', 'age', '18 – 24')).toBe('18-24');
  expect(nameOnPlatform('meta', 'age', '65 +')).toBe('65+');
  // Several ages of Meta together are selected one by one.
  expect(nameOnPlatform('meta', 'age', '25-44')).toBe('25-34, 35-44');
  expect(nameOnPlatform('meta', 'age', '55+')).toBe('55-64, 65+');
  for (const refused of ['45-65', 'under 25', '13-17', '18-25', '17-24', '24-18', '66+', '34', '1-10', '51+'])
    expect([refused, nameOnPlatform('meta', 'age', refused)]).toEqual([refused, null]);
  for (const value of ['(Blank)', '(Out of range)', 'Other'])
    expect(nameOnPlatform('google', 'location', value)).toBeNull();
});

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
