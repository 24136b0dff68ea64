import { expect, test } from 'vitest';
import { RETRACT_REASONS, STAY_REASONS } from '#frontend/analysis/uploads/compare-sent.ts';
import { CORRECTION_FORMATS } from '#frontend/analysis/uploads/correction-formats.ts';
import {
  ACTION_WORDS,
  nameCorrectionFile,
  wordCorrectionFile,
  wordRetractReason,
  wordSentProblem,
  wordStayReason,
} from '#frontend/features/per-lead/correction-words.ts';

test('every reason to leave a conversion or to take it back has words of its own', () => {
  const { google } = CORRECTION_FORMATS;
  const stay = STAY_REASONS.map((reason) => wordStayReason(reason, google));
  const retract = RETRACT_REASONS.map((reason) => wordRetractReason(reason));
  for (const words of [stay, retract]) {
    expect(words.filter((text) => !/^[A-Z].{8}/.test(text))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  }
  expect(wordRetractReason('gone')).toBe(wordStayReason('gone', google));
});

test('the age beyond which a conversion stays is that of its platform', () => {
  for (const format of Object.values(CORRECTION_FORMATS))
    expect(wordStayReason('too-old', format)).toBe(`Older than ${format.maxAgeDays} days`);
});

test.each([
  [{ reason: 'unreadable', name: 'a.csv' } as const, '“a.csv” could not be read.'],
  [
    { reason: 'unknown-zone', name: 'a.csv' } as const,
    '“a.csv” names a time zone that this browser does not know.',
  ],
  [{ reason: 'several-platforms' } as const, 'The files are for several platforms. Open those of one.'],
  [
    { reason: 'several-conversions', names: ['Won', 'Sold'] } as const,
    'The files are for several conversions: “Won”, “Sold”. Open those of one.',
  ],
  [
    { reason: 'only-corrections' } as const,
    'These files have corrections only. Open the upload that they correct as well.',
  ],
])('%j is "%s"', (problem, words) => {
  expect(wordSentProblem(problem)).toBe(words);
});

test('a file that is no upload is told which platforms this page makes files for', () => {
  expect(wordSentProblem({ reason: 'not-an-upload', name: 'a.csv' })).toBe(
    `“a.csv” is not an upload file for ${CORRECTION_FORMATS.google.label} or ${CORRECTION_FORMATS.microsoft.label} as this page makes them.`,
  );
});

test('a file is named by what it does and how conversions are found', () => {
  expect(nameCorrectionFile({ kind: 'restate', key: 'orderId' })).toBe('Restate by order ID');
  expect(nameCorrectionFile({ kind: 'retract', key: 'clickId' })).toBe('Retract by click ID and time');
  expect(wordCorrectionFile({ kind: 'restate', taken: 1 })).toBe(
    '1 conversion with a new value. The number of conversions stays.',
  );
  expect(wordCorrectionFile({ kind: 'retract', taken: 1200 })).toBe(
    '1,200 conversions taken back for good: a retracted conversion cannot be restated or restored.',
  );
});

test('the values of today are named by the leads that the conversion counts', () => {
  expect(ACTION_WORDS['every-lead']).toMatch(/those of every lead/);
  expect(ACTION_WORDS['converted-leads']).toMatch(/those of customers only/);
});
