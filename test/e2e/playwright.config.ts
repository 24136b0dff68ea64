import { availableParallelism } from 'node:os';
import { defineConfig, type Project } from '@playwright/test';
import { requireNode } from '../../frontend/build/check-node.ts';
import { findFirefox, findHeadlessBrowser, findWebKit, withoutFeatures } from '../support/find-browser.ts';
import { FIREFOX_PREFERENCES } from './firefox.ts';

requireNode();

/** For Chromium without a window. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  // Drawn without a graphics process, which only imitates one where there is no card: a sixth less time.
  '--disable-gpu',
  '--disable-gpu-rasterization',
  '--in-process-gpu',
  // The pages are open for seconds: code that is optimised for longer costs more than it gives.
  '--js-flags=--max-opt=1',
  // The headless shell draws letters between two pixels, where a window of the same Chromium does not.
  '--disable-font-subpixel-positioning',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  withoutFeatures(),
];

const firefox = findFirefox();

/** The stories of the main journey, driven by WebDriver BiDi. */
function firefoxProject(executablePath: string): Project {
  return {
    name: 'firefox',
    grep: /@every-browser/,
    use: {
      browserName: 'firefox',
      channel: 'moz-firefox',
      launchOptions: { executablePath, firefoxUserPrefs: FIREFOX_PREFERENCES },
    },
  };
}

/** Its browser has a driver of its own. */
const WEBKIT_STORY = '**/webkit.spec.ts';

const PORT = Number(process.env.E2E_PORT ?? 8799);

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Stories wait for half of their time: a few more of them than there are processors.
  workers: Math.ceil(1.5 * availableParallelism()),
  // A story takes 3 to 40 s here. A machine with other work to do takes three times as long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [
    [process.env.CI ? 'line' : 'list'],
    [new URL('../support/slowest.ts', import.meta.url).pathname],
    [new URL('../support/skipped.ts', import.meta.url).pathname],
  ],
  use: {
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1280, height: 800 },
    // A tenth less time, and no look falls between two themes. Stories about what moves set it back.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs half of the time: `npm run test:e2e -- --trace retain-on-failure` where a story fails.
    trace: 'off',
  },
  // The names of browsers that are not there, `npm test` prints. Stories begin in this order: the others take twice as long as Chromium,
  // whose short stories fill the end.
  projects: [
    ...(firefox ? [firefoxProject(firefox)] : []),
    ...(findWebKit() ? [{ name: 'webkit', testMatch: WEBKIT_STORY }] : []),
    {
      name: 'chromium',
      testIgnore: WEBKIT_STORY,
      use: { launchOptions: { executablePath: findHeadlessBrowser() ?? undefined, args: CHROMIUM_ARGS } },
    },
  ],
  webServer: {
    command: `node test/e2e/serve.ts ${PORT}`,
    cwd: new URL('../..', import.meta.url).pathname,
    url: `http://localhost:${PORT}/`,
    reuseExistingServer: false,
    timeout: 120_000,
  },
});
