import { expect, test } from 'vitest';
import { guessCondition } from '#frontend/analysis/platforms/guess-condition.ts';

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
  // Meta's exports of leads.
  ['platform', ['fb', 'ig', 'an', 'msg'], 'placement'],
  ['Platform', ['fb', 'ig', '(Blank)'], 'placement'],
  ['platform', ['fb', 'ig', 'tiktok'], 'none'],
  ['source', ['fb', 'ig'], 'none'],
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
