import { expect, test } from 'vitest';
import { countFile } from '#worker/runs/count-file.ts';
import { SAME_FILES, SAME_YEAR, digestOf, savedAs } from '#test/support/same-figures.ts';

// `test/unit/thread/same-figures.test.ts` expects these digests of the browser's thread.

test.each(SAME_FILES)('the Worker counts $name as the browser does, to the last bit', async (file) => {
  const bytes = new TextEncoder().encode(file.csv());
  const pieces = [bytes.subarray(0, 1000), bytes.subarray(1000, 70_001), bytes.subarray(70_001)];
  const { measurement } = await countFile({ pieces, saved: savedAs(file), year: SAME_YEAR });
  expect(await digestOf(measurement)).toBe(file.digest);
  expect(pieces).toEqual([]); // no second copy of the file stays in memory
});
