import { missingBrowsers } from './find-browser.ts';
import { readKept } from './kept.ts';
import { describeSkipped, SKIPPED, type SkippedTest } from './skipped.ts';
import { describeTimes, PART_TIMES, TEST_TIMES, type Timed } from './slowest.ts';

// The end of `npm test`: where its time went, what it skipped, and why. A test that is skipped without a reason makes it fail.

const times = describeTimes(readKept<Timed>(PART_TIMES), readKept<Timed>(TEST_TIMES));
console.log(['\nWhere the time went:', ...times].join('\n  '));

const skipped = readKept<SkippedTest>(SKIPPED);
const lines = [
  ...describeSkipped(skipped),
  ...missingBrowsers().map((name) => `all stories in ${name}: it is not installed`),
];
console.log(['\nSkipped:', ...(lines.length > 0 ? lines : ['nothing'])].join('\n  '));
if (skipped.some(({ needs }) => needs === null)) process.exitCode = 1;
