import { missingBrowsers } from './find-browser.ts';
import { describeSkipped, readSkipped } from './skipped.ts';

// The end of `npm test`: what it skipped, and why. A test that is skipped without a reason makes it fail.

const skipped = readSkipped();
const lines = [
  ...describeSkipped(skipped),
  ...missingBrowsers().map((name) => `all stories in ${name}: it is not installed`),
];
console.log(['\nSkipped:', ...(lines.length > 0 ? lines : ['nothing'])].join('\n  '));
if (skipped.some(({ needs }) => needs === null)) process.exitCode = 1;
