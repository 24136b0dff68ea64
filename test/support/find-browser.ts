import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome.exe'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser for tests: `CHROMIUM_PATH`, an installed Chromium or Chrome, or the download of Playwright. */
export function findBrowser(): string | null {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const candidates = [process.env.CHROMIUM_PATH, ...onPath, ...PLACES, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** Playwright's own list, as far as it changes what a page does: of two such lists the browser reads the last only. */
const CALM = [
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
/** Two pages below the address bar. Each new window loads both, which takes a second of processor time. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** The argument that starts a browser without features that no test looks at. */
export function withoutFeatures(...more: string[]): string {
  return `--disable-features=${[...CALM, ...ADDRESS_BAR, ...more].join(',')}`;
}

function run(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return true;
  } catch {
    return false;
  }
}

const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

function installBrowser(): void {
  console.log('No Chromium or Chrome found: getting one for the browser tests.');
  if (isDebianRoot() && run('apt-get', 'update', '-qq') && run('apt-get', 'install', '-y', '-qq', 'chromium'))
    return;
  run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');
}

if (import.meta.main) {
  if (!findBrowser()) installBrowser();
  if (!findBrowser()) {
    console.error('No browser for the tests: install Chromium or Chrome, or set CHROMIUM_PATH.');
    process.exit(1);
  }
}
