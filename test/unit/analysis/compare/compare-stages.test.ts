import { expect, test } from 'vitest';
import { compareStages } from '#frontend/analysis/compare/compare-stages.ts';

/** A stage with `wins` of `leads` that are old enough. */
const stage = (name: string, wins: number, leads: number) => ({
  name,
  chance: { kind: 'known', leads, wins },
  step: {},
});
const known = [stage('Lead', 40, 200), stage('Demo', 40, 100)];

test('two shares are tested by chi-square, with q over the stages', () => {
  const after = [stage('Lead', 20, 200), stage('Demo', 20, 60)];
  const [lead, demo] = compareStages(known, after, true);
  // By hand: (0.2 - 0.1)² / (0.15 x 0.85 x 2/200) = 7.8431, p 0.005101; two tests, so q is twice that.
  expect(lead!.test!.pValue).toBeCloseTo(0.005101, 6);
  expect(lead!.test!.q).toBeCloseTo(2 * 0.005101, 5);
  expect([lead!.verdict, demo!.verdict]).toEqual(['Changed', 'Within chance']);
  expect(lead).toMatchObject({ name: 'Lead', before: known[0], after: after[0] });
});

test('a clear change among many stages needs a lower p', () => {
  const names = Array.from({ length: 20 }, (_, at) => `Stage ${at}`);
  const same = names.map((name) => stage(name, 40, 200));
  const fallen = [stage('Stage 0', 20, 200), ...same.slice(1)];
  expect(compareStages(same, fallen, true)[0]?.verdict).toBe('Within chance');
  expect(compareStages(same.slice(0, 1), fallen.slice(0, 1), true)[0]?.verdict).toBe('Changed');
});

test('stages stand in the order of the later file, and those of the earlier one alone follow', () => {
  const rows = compareStages(
    [stage('Call', 1, 9), ...known],
    [stage('Demo', 20, 60), stage('Lead', 1, 9), stage('Trial', 1, 9)],
    true,
  );
  expect(rows.map(({ name, before, after }) => [name, before !== null, after !== null])).toEqual([
    ['Demo', true, true],
    ['Lead', true, true],
    ['Trial', false, true],
    ['Call', true, false],
  ]);
  expect(rows.slice(2).map(({ test: own, verdict }) => [own, verdict])).toEqual([
    [null, 'Not tested'],
    [null, 'Not tested'],
  ]);
});

test('won itself, a share that is not known and leads of both files are not tested', () => {
  const won = { ...stage('Won', 40, 40), step: null };
  const young = { ...stage('Lead', 1, 9), chance: { kind: 'at-least', leads: 200, wins: 20 } };
  const rounded = { ...stage('Demo', 1, 9), chance: { kind: 'known' } };
  const after = [young, rounded, won];
  expect(compareStages([...known, won], after, true).map((row) => row.test)).toEqual([null, null, null]);
  expect(compareStages(known, [stage('Lead', 20, 200)], false)[0]?.test).toBeNull();
  expect(compareStages([], [], true)).toEqual([]);
});
