import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome.exe'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Debian's Chromium without windows. A new page costs it a sixth less time. */
const SHELL = 'chromium-headless-shell';

/** The browser for tests: `CHROMIUM_PATH`, an installed Chromium or Chrome, or the download of Playwright. */
export function findBrowser(): string | null {
  const candidates = [...onPath(NAMES), ...PLACES, chromium.executablePath(), ...onPath([SHELL])];
  return firstThatExists([process.env.CHROMIUM_PATH, ...candidates]);
}

/** The browser for stories, which need no window: the headless shell, or else that of all tests. */
export function findHeadlessBrowser(): string | null {
  return firstThatExists([process.env.CHROMIUM_PATH, ...onPath([SHELL])]) ?? findBrowser();
}

/** Firefox for the stories of the main journey: `FIREFOX_PATH`, or an installed one. */
export function findFirefox(): string | null {
  const places = ['/Applications/Firefox.app/Contents/MacOS/firefox'];
  return firstThatExists([process.env.FIREFOX_PATH, ...onPath(['firefox-esr', 'firefox']), ...places]);
}

/** The driver of WebKit, and the display that it is drawn on. */
export function findWebKit(): { driver: string; display: string } | null {
  const [driver, display] = ['WebKitWebDriver', 'Xvfb'].map((name) => firstThatExists(onPath([name])));
  return driver && display ? { driver, display } : null;
}

function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function firstThatExists(paths: readonly (string | undefined)[]): string | null {
  return paths.find((path) => path && existsSync(path)) ?? null;
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

const isDebianRoot = () =>
  process.getuid?.() === 0 &&
  existsSync('/etc/os-release') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

function installPackages(names: readonly string[]): void {
  console.log(`Getting ${names.join(', ')} for the browser tests.`);
  if (!run('apt-get', 'update', '-qq')) return;
  // One by one: a release of Debian without one of them gets the others.
  for (const name of names) run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name);
}

function installChromium(): void {
  console.log('No Chromium or Chrome found: getting one for the browser tests.');
  run(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');
}

/** Debian's packages of the browsers that are not there. */
function missingPackages(): string[] {
  const hasShell = process.env.CHROMIUM_PATH || firstThatExists(onPath([SHELL]));
  return [
    ...(hasShell ? [] : [SHELL]),
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb']),
  ];
}

/** The browsers of some stories that are not there. */
export const missingBrowsers = (): string[] => [
  ...(findFirefox() ? [] : ['Firefox (firefox-esr; FIREFOX_PATH names one of your own)']),
  ...(findWebKit() ? [] : ['WebKit (webkit2gtk-driver and xvfb)']),
];

/** Without Chromium there are no stories; in CI, also the others have to be there. */
function reportMissing(): void {
  const isRequired = Boolean(process.env.CI);
  const missing = missingBrowsers();
  for (const name of missing) console.log(`No stories run in ${name}: it is not installed.`);
  if (!findBrowser())
    console.error('No browser for the tests: install Chromium or Chrome, or set CHROMIUM_PATH.');
  if (!findBrowser() || (isRequired && missing.length > 0)) process.exitCode = 1;
}

if (import.meta.main) {
  const packages = missingPackages();
  if (packages.length > 0 && isDebianRoot()) installPackages(packages);
  if (!findBrowser()) installChromium();
  reportMissing();
}
