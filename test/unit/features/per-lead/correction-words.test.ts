import { expect, test } from 'vitest';
import { RETRACT_REASONS, STAY_REASONS } from '#frontend/analysis/uploads/compare-sent.ts';
import { CORRECTION_FORMATS } from '#frontend/analysis/platforms/correction-formats.ts';
import {
  CORRECTED_WORDS,
  nameCorrectionDownload,
  nameCorrectionFile,
  describeCorrectionFile,
  describeRetractReason,
  describeSentProblem,
  describeStayReason,
} from '#frontend/features/per-lead/correction-words.ts';

test('every reason to leave a conversion or to take it back has words of its own', () => {
  const { google, microsoft } = CORRECTION_FORMATS;
  const stay = STAY_REASONS.map((reason) => describeStayReason(reason, google));
  const others = STAY_REASONS.map((reason) => describeStayReason(reason, microsoft));
  const retract = RETRACT_REASONS.map((reason) => describeRetractReason(reason));
  for (const words of [stay, others, retract]) {
    expect(words.filter((text) => !/^[A-Z].{8}/.test(text))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  }
  expect(describeRetractReason('gone')).toBe(describeStayReason('gone', google));
});

test('the age beyond which a conversion stays is that of its platform', () => {
  for (const format of Object.values(CORRECTION_FORMATS))
    expect(describeStayReason('too-old', format)).toBe(`Older than ${format.maxAgeDays} days`);
});

test('a conversion stays for want of the keys that its platform takes', () => {
  const { google, microsoft } = CORRECTION_FORMATS;
  expect(describeStayReason('without-key', google)).toMatch(/Google Ads corrects by order ID or click ID$/);
  expect(describeStayReason('without-key', microsoft)).toBe('Sent without a click ID and without an address');
  expect(describeStayReason('other-time', google)).toMatch(/^The click ID is in your file/);
  expect(describeStayReason('other-time', microsoft)).toMatch(/^The click ID or address is in your file/);
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
  expect(describeSentProblem(problem)).toBe(words);
});

test('a file that is no upload is told which platforms this page makes files for', () => {
  expect(describeSentProblem({ reason: 'not-an-upload', name: 'a.csv' })).toBe(
    `“a.csv” is not an upload file for ${CORRECTION_FORMATS.google.label} or ${CORRECTION_FORMATS.microsoft.label} as this page makes them.`,
  );
});

test('a file is named by what it does and how conversions are found', () => {
  const one = { part: 1, parts: 1 };
  expect(nameCorrectionFile({ kind: 'restate', key: 'orderId', ...one })).toBe('Restate by order ID');
  expect(nameCorrectionFile({ kind: 'retract', key: 'clickId', ...one })).toBe(
    'Retract by click ID and time',
  );
  expect(nameCorrectionDownload({ kind: 'retract', key: 'orderId', ...one })).toBe('retract_by_order_id');
  const second = { kind: 'restate', key: 'address', part: 2, parts: 3 } as const;
  expect(nameCorrectionFile(second)).toBe('Restate by hashed address and time (2 of 3)');
  expect(nameCorrectionDownload(second)).toBe('restate_by_hashed_address_2_of_3');
  expect(describeCorrectionFile({ kind: 'restate', taken: 1 })).toBe(
    '1 conversion with a new value. The number of conversions stays.',
  );
  expect(describeCorrectionFile({ kind: 'retract', taken: 1200 })).toBe(
    '1,200 conversions taken back for good: a retracted conversion cannot be restated or restored.',
  );
});

test('the values of today are named by the leads that the conversion counts', () => {
  expect(CORRECTED_WORDS['every-lead']).toMatch(/those of every lead/);
  expect(CORRECTED_WORDS['converted-leads']).toMatch(/those of customers only/);
  expect(CORRECTED_WORDS.stage).toMatch(/those of stages/);
});
