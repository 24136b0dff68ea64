import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Bench } from '../harness/bench.ts';
import { onFreshPage } from '../harness/browser.ts';
import { inTurns } from '../harness/rounds.ts';
import { serveSite } from '../harness/static-server.ts';
import type { Figure } from '../report/figure.ts';
import { GOALS } from '../report/goals.ts';
import { ratios } from '../report/stats.ts';

/** A slow telephone: 1.6 Mb/s, 150 ms to the server, a quarter of this machine's speed. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWDOWN = 4;

/**
 * First contentful paint of the first page as it is shipped, prerendered, against the same page rendered only by
 * script: the same files behind a document with an empty root and a link to the style sheet.
 */
export async function measurePaint(bench: Bench): Promise<Figure[]> {
  const byScript = await serveSite(bench.site.folder, makeScriptOnly(bench.site.folder));
  try {
    const [shipped, scripted] = await inTurns(bench.rounds, [
      () => onFreshPage(bench.browser, 'about:blank', (page) => measureFirstPaint(page, bench.url)),
      () => onFreshPage(bench.browser, 'about:blank', (page) => measureFirstPaint(page, byScript.url)),
    ]);
    return [
      { what: 'First contentful paint', unit: 'ms', values: shipped },
      { what: 'First contentful paint, rendered only by script', unit: 'ms', values: scripted },
      {
        what: 'First contentful paint (1.6 Mb/s, 150 ms, CPU/4), to the page rendered only by script',
        unit: 'ratio',
        values: ratios(shipped, scripted),
        goal: GOALS.paint,
        isHeadline: true,
      },
    ];
  } finally {
    byScript.stop();
  }
}

async function measureFirstPaint(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint');
          if (paint) resolve(paint.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}

/** The built document without its prerendered content, and with its style as a file, as a plain build has it. */
function makeScriptOnly(folder: string): string {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  // As Vite writes it.
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { css?: string[] }
  >;
  const { css = [] } = manifest['index.html'] ?? {};
  const style = css.map((file) => `<link rel="stylesheet" href="/${file}">`);
  return html
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', `${style.join('')}</head>`)
    .replace(/<div id="root".*<\/div>\s*<\/body>/s, '<div id="root"></div></body>');
}
