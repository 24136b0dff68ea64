import { expect, test, vi } from 'vitest';
import { columnsToFit, fitSettings } from '#frontend/choices/fit-settings.ts';
import { keptSettingsOf } from '#frontend/choices/kept-of-saved.ts';
import { choicesOf, planOf } from '#frontend/choices/list.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { portPair } from '#test/support/port-pair.ts';
import { SAME_FILES, SAME_YEAR, digestOf, savedAs } from '#test/support/same-figures.ts';

// The counts that 'Same settings, new file' makes in the browser's thread. `test/worker/count-file.test.ts` expects the same digests of the
// Worker.

test.each(SAME_FILES)('the browser counts $name', async (file) => {
  vi.useFakeTimers({ now: new Date(SAME_YEAR, 5, 1), toFake: ['Date'] });
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  const quietly = { onProgress: () => {}, signal: new AbortController().signal };
  const opened = await thread.ask(
    'open',
    { file: new File([file.csv()], 'leads.csv'), options: {} },
    quietly,
  );
  const kept = keptSettingsOf(savedAs(file));
  if (!opened.ok || !kept) throw new Error('The file was not opened');
  const { headers } = opened.value;
  const details = await Promise.all(
    columnsToFit(kept, headers).map(({ column, numberFormat }) =>
      thread.ask('describeColumn', { column, numberFormat }),
    ),
  );
  const fitted = fitSettings(kept, headers, new Map(details.map((detail) => [detail.index, detail])));
  const plan = planOf({ file: { headers }, ...choicesOf(fitted.choices, fitted.settings) });
  if (!plan) throw new Error('The choices do not fit');
  const measurement = await thread.ask('measure', plan);
  expect(measurement.totalConversions).toBeGreaterThan(100);
  expect(measurement.pairs.length).toBeGreaterThan(0);
  expect(await digestOf(measurement)).toBe(file.digest);
  vi.useRealTimers();
});
