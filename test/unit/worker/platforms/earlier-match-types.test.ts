import { describe, expect, test } from 'vitest';
import type { PushedRule } from '#contract/pushes.ts';
import type { StoodRule } from '#test/support/google-ads-stand-in.ts';
import type { GoogleCall, GoogleFrame } from '#worker/platforms/google-ads/google-desired-rules.ts';
import type { RulePlatform } from '#worker/pushes/rule-platform.ts';
import { GoogleRoom, rule, typedRule, typedSet } from './google-room.ts';

// Releases before 2026-11-29 pushed rules on places that match people who only show interest in them, too.

const TEXAS = rule(2, ['location', '21176']);
const CALIFORNIA = rule(0.5, ['location', '21137']);
const MOBILE_IN_TEXAS = rule(3, ['location', '21176'], ['device', 'mobile']);

/** An account with rules that an earlier release has pushed, in the steps that it wrote. */
async function pushedEarlier(plan: readonly PushedRule[]) {
  const room = new GoogleRoom();
  const { platform } = room.room;
  // As it was: nothing said more about places.
  const { renew: _renew, ...earlier } = platform;
  const setPlatform = (one: RulePlatform<GoogleFrame, GoogleCall>) =>
    Object.assign(room.room, { platform: one });
  setPlatform(earlier);
  const push = await room.push(plan);
  if (push?.state !== 'done') throw new Error('the earlier push is done');
  setPlatform(platform);
  return { room, push, setPlatform, earlier, platform };
}

const matchTypes = (rules: readonly StoodRule[]) =>
  rules.map(({ geoLocationCondition }) => geoLocationCondition?.geoMatchType);

/** Rules whole, but for their ids. */
const bytesOf = (rules: readonly StoodRule[]) =>
  rules.map(({ resourceName: _name, ...fields }) => JSON.stringify(fields)).sort();

describe('rules on places that were pushed before', () => {
  test('show as changed in the match of people only, and the comparison says why', async () => {
    const { room } = await pushedEarlier([TEXAS, CALIFORNIA, MOBILE_IN_TEXAS]);
    expect(new Set(matchTypes(room.customer.rules))).toEqual(new Set(['ANY']));
    const { difference, notes, problems } = await room.preview([TEXAS, CALIFORNIA, MOBILE_IN_TEXAS]);
    const also = ', also for people who only show interest in the place';
    expect(problems).toEqual([]);
    expect(difference.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['change', `Multiply by 2.00${also}`, 'Multiply by 2.00'],
      ['change', `Multiply by 0.50${also}`, 'Multiply by 0.50'],
      ['change', `Multiply by 3.00${also}`, 'Multiply by 3.00'],
    ]);
    expect(difference.map((row) => row.rule)[0]).toBe('Location: 21176');
    expect(notes).toContain(
      '3 rules that were pushed before also match people who only show interest in the place. They are made anew for people who are in it, as the steps say. An undo brings the old ones back.',
    );
  });

  test('are counted one by one, beside those that are new or leave', async () => {
    const { room } = await pushedEarlier([TEXAS, CALIFORNIA]);
    const { difference, notes } = await room.preview([TEXAS, rule(4, ['location', '2840'])]);
    expect(difference.map(({ action }) => action)).toEqual(['change', 'add', 'pause']);
    expect(notes).toEqual([
      '1 rule that was pushed before also matches people who only show interest in the place. It is made anew for people who are in it, as the steps say. An undo brings the old one back.',
    ]);
  });

  test('of devices stay as they are', async () => {
    const { room } = await pushedEarlier([rule(2, ['device', 'mobile'])]);
    const { difference, notes } = await room.preview([rule(2, ['device', 'mobile'])]);
    expect(difference.map(({ action }) => action)).toEqual(['leave']);
    expect(notes).toEqual([]);
  });

  test('become rules for people who are there, and those of others stay as they are', async () => {
    const others = [typedRule(1, ['location', '2840'])];
    const { room } = await pushedEarlier([TEXAS, CALIFORNIA]);
    room.customer.rules.push(...others);
    room.customer.sets[0]!.conversionValueRules.push(others[0]!.resourceName);
    const theirs = room.of([others[0]!.resourceName]);
    expect(await room.push([TEXAS, CALIFORNIA])).toMatchObject({ state: 'done', problem: null });
    expect(matchTypes(room.customer.rules).sort()).toEqual([
      'ANY',
      'LOCATION_OF_PRESENCE',
      'LOCATION_OF_PRESENCE',
    ]);
    expect(room.of([others[0]!.resourceName])).toEqual(theirs);
    expect(await room.push([TEXAS, CALIFORNIA])).toMatchObject({ state: 'done', written: [] });
  });

  test('are back byte for byte after the push that renewed them is undone, and then after their own', async () => {
    const { room, push } = await pushedEarlier([TEXAS, CALIFORNIA]);
    const before = bytesOf(room.customer.rules);
    const renewed = await room.push([TEXAS, rule(0.8, ['location', '21137'])]);
    expect(await room.undo(renewed!.id)).toMatchObject({ state: 'undone', problem: null });
    expect(bytesOf(room.customer.rules)).toEqual(before);
    expect(await room.undo(push.id)).toMatchObject({ state: 'undone' });
    expect(room.customer.rules).toEqual([]);
  });

  test('are back byte for byte where an earlier release has made both pushes', async () => {
    const { room, setPlatform, earlier, platform } = await pushedEarlier([TEXAS]);
    const before = bytesOf(room.customer.rules);
    setPlatform(earlier);
    const second = await room.push([rule(5, ['location', '21176'])]);
    setPlatform(platform);
    expect(await room.undo(second!.id)).toMatchObject({ state: 'undone' });
    expect(bytesOf(room.customer.rules)).toEqual(before);
  });

  test('of a push that stopped can be undone, whichever release has made it', async () => {
    for (const isEarlier of [true, false]) {
      const { room, setPlatform, earlier, platform } = await pushedEarlier([TEXAS]);
      const before = bytesOf(room.customer.rules);
      const plan = [TEXAS, CALIFORNIA];
      if (isEarlier) setPlatform(earlier);
      const { picture } = await room.preview(plan);
      const calls = room.standIn.calls.length;
      // Two steps are written; what is read after them is lost.
      room.standIn.failures = [{ at: calls + 10, lasts: true, isApplied: false, status: 503 }];
      const stopped = await room.write(plan, picture);
      expect(stopped).toMatchObject({ state: 'stopped', after: null });
      expect(stopped.written.length).toBeGreaterThan(0);
      room.standIn.failures = [];
      setPlatform(platform);
      expect(await room.undo(stopped.id)).toMatchObject({ state: 'undone', problem: null });
      expect(bytesOf(room.customer.rules)).toEqual(before);
    }
  });
});

test('wherever a push that renews them is cut off, the next one ends it, and its undo is as before', async () => {
  const plan = [TEXAS, rule(0.8, ['location', '21137'])];
  let cuts = 0;
  for (let at = 0, isCut = true; isCut; at++) {
    const { room } = await pushedEarlier([TEXAS, CALIFORNIA]);
    const { picture } = await room.preview(plan);
    room.standIn.failures = [
      { at: room.standIn.calls.length + at, lasts: true, isApplied: at % 2 === 0, status: 503 },
    ];
    const cut = await room.write(plan, picture).catch(() => null);
    isCut = cut?.state !== 'done';
    cuts += isCut ? 1 : 0;
    room.standIn.failures = [];
    const before = bytesOf(room.customer.rules);
    const next = await room.push(plan);
    expect([at, next]).toMatchObject([at, { state: 'done', problem: null }]);
    expect([at, ...matchTypes(room.customer.rules)]).toEqual([
      at,
      'LOCATION_OF_PRESENCE',
      'LOCATION_OF_PRESENCE',
    ]);
    if (isCut || next!.written.length === 0) continue;
    await room.undo(next!.id);
    expect([at, ...bytesOf(room.customer.rules)]).toEqual([at, ...before]);
  }
  expect(cuts).toBeGreaterThan(10);
});

test('a rule of others for the same place, whatever it matches, is in the way as before', async () => {
  const others = typedRule(1, ['location', '21176']);
  const room = new GoogleRoom();
  room.customer.rules.push(others);
  room.customer.sets.push(typedSet([others], { dimensions: ['GEO_LOCATION'] }));
  const { problems } = await room.preview([TEXAS]);
  expect(problems.map(({ message }) => message)).toEqual([
    'The account already has a rule for Location: 21176 that was not made here. Remove it in Google Ads, or leave this one out.',
  ]);
});
