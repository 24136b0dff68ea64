import { expect, test } from 'vitest';
import { summariseNumeric } from '#frontend/analysis/columns/columns.ts';
import {
  computePresets,
  matchPreset,
  repeatedLabels,
} from '#frontend/features/choose-columns/range-editor.tsx';

function presetsOf(...numbers: number[]) {
  const summary = summariseNumeric(numbers.map(String), new Uint32Array(numbers.length).fill(1));
  if (summary === null) throw new Error('not numeric');
  return computePresets(summary);
}

test('unedited ranges match their preset, edited ranges match none', () => {
  const presets = presetsOf(1, 2, 3, 4, 50, 60, 70, 800);
  const { ranges } = presets.thirds;
  expect(matchPreset(ranges, presets, null)).toBe('thirds');
  const edited = ranges.with(0, { min: 1, max: 3, label: 'Low' });
  expect(matchPreset(edited, presets, 'thirds')).toBeNull();
  expect(matchPreset(ranges.slice(1), presets, null)).toBeNull();
});

test('of two presets with the same ranges the one chosen last matches', () => {
  // Thirds of 0, 1, 2, 3 are cut at 1 and 2, and so are equal parts of 0 to 3.
  const presets = presetsOf(0, 1, 2, 3);
  expect(presets.thirds).toEqual(presets['equal-intervals']);
  const { ranges } = presets.thirds;
  expect(matchPreset(ranges, presets, null)).toBe('thirds');
  expect(matchPreset(ranges, presets, 'equal-intervals')).toBe('equal-intervals');
  expect(matchPreset(ranges, presets, 'quartiles')).toBe('thirds');
});

test('repeated labels are listed once, after trimming and filling in empty ones', () => {
  expect(
    repeatedLabels([
      { min: 0, max: 1, label: 'Low' },
      { min: 2, max: 3, label: ' Low ' },
      { min: 4, max: 5, label: 'Low' },
      { min: 6, max: 7, label: '' },
      { min: 8, max: 9, label: '6 to 7' },
      { min: 10, max: null, label: 'High' },
    ]),
  ).toEqual(['Low', '6 to 7']);
});
