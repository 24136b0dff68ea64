import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, type Locator, type Page } from '@playwright/test';
import { CONNECTION_KINDS } from '#contract/platforms.ts';
import { SHEET_ADDRESS } from '../demo/make-example.ts';
import { test } from './fixtures.ts';
import { signIn } from './pages/account.ts';
import { cardOf } from './pages/connections.ts';
import { Wizard } from './pages/wizard.ts';

/** Above the ports of the stories and of their stand-ins. */
const portOf = (baseURL = ''): number => Number(new URL(baseURL).port) + 10;

const addressOf = (baseURL?: string): string => `http://localhost:${portOf(baseURL)}`;

test.use({
  // Google and the two other services with a page of consent.
  otherOrigins: async ({ baseURL }, provide) => {
    const port = portOf(baseURL);
    await provide([addressOf(baseURL), ...[1, 2, 3].map((above) => `http://127.0.0.1:${port + above}`)]);
  },
});

interface Demo {
  process: ChildProcess;
  /** The output so far. */
  printed: string;
}

/** Starts the demo of what was built, as `npm run demo` does, and waits until it says what to try. */
async function startDemo(port: number): Promise<Demo> {
  const program = new URL('../demo/main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    printed += chunk.toString();
    if (/^5\. .*$/m.test(printed)) return { process: child, printed };
  }
  throw new Error(`The demo has ended: ${printed}`);
}

/** Ctrl+C, after which nothing of it is left: each of its ports is free again. */
async function endDemo({ process: child }: Demo, port: number): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  for (const one of [0, 1, 2, 3, 4, 5].map((above) => port + above)) {
    const server = createServer().listen(one, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  }
}

const printedAs = ({ printed }: Demo, name: string): string =>
  new RegExp(`^${name}: *(.+)$`, 'm').exec(printed)?.[1] ?? '';

const part = (page: Page): Locator => page.getByRole('region', { name: 'Push Rules', exact: true });

async function expectDemo(page: Page): Promise<void> {
  await expect(page.getByText('demo', { exact: true })).toBeVisible();
}

async function connectAll(page: Page, email: string): Promise<void> {
  for (const kind of CONNECTION_KINDS) {
    await cardOf(page, kind).getByRole('button', { name: 'Connect' }).click();
    await expectDemo(page);
    await page.getByRole('link', { name: `Allow as ${email}` }).click();
    await expect(cardOf(page, kind).getByText(email)).toBeVisible();
  }
}

async function pushAndUndo(page: Page, wizard: Wizard): Promise<void> {
  // The newest version is shown first, and has no rows to plan with.
  await wizard.button(/^As saved/).click();
  await wizard.openView('Apply');
  await wizard.button('Rules in the platform').click();
  await wizard.button('Every form lead').click();
  await wizard.button('Push rules to Google Ads').click();
  await part(page).getByRole('button', { name: 'Confirm the 2 shown matches' }).click();
  await part(page).getByRole('button', { name: 'Test', exact: true }).click();
  await part(page).getByRole('button', { name: 'Push 4 changes' }).click();
  await expect(part(page).locator('p').getByText('4 changes written and read back')).toBeVisible();
  await part(page)
    .getByRole('button', { name: /^Undo the push of/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the push' }).click();
  await expect(part(page).locator('summary').getByText('Undone', { exact: true })).toBeVisible();
}

async function send(page: Page, wizard: Wizard): Promise<void> {
  await wizard.button('All ways').click();
  await wizard.button('A value per lead').click();
  await wizard.choose('Time zone of the times', 'UTC');
  await wizard.button('Send to Google Ads').click();
  await wizard.choose('Google Ads account', 'Acme');
  await wizard.choose('Conversion action', 'Qualified lead');
  await wizard.button('Look at the Values').click();
  await wizard.button('Test').click();
  await wizard.button('Send 700 values').click();
  await expect(page.getByText('700 of 700 values have arrived at Google')).toBeVisible();
  await wizard.button('Ask Google Now').click();
  await expect(page.getByText(/Google has counted 700 of 700/)).toBeVisible();
}

/** From the page of the analysis: the sheet takes the place of the inbox, and its first run is one that was due. */
async function readOnSchedule(page: Page, address: string): Promise<void> {
  const analysis = page.url();
  await page.getByRole('button', { name: 'Inbox', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End inbox' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End inbox' }).click();
  await page.getByRole('button', { name: 'Keep current' }).click();
  await page.getByLabel('Address of the sheet').fill(SHEET_ADDRESS);
  await page.getByRole('button', { name: 'Next: Choose Tab' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep current' }).click();
  await expect(page.getByText(/^Reads “Leads” of “Example leads”/)).toBeVisible();
  await page.goto(`${address}/demo`);
  await page.getByRole('button', { name: 'Let a week pass' }).click();
  await expect(page.getByText('A week has passed for the schedules.')).toBeVisible();
  await page.goto(analysis);
  await expect(page.getByText(/^Version 3 came on/)).toBeVisible();
}

/** The demo serves what a deployment serves, with its policies: only the strip is added, and the thread that sends asks the site itself. */
async function expectAsDeployed(
  { request }: Page,
  address: string,
  { baseURL = '', thread = '' },
): Promise<void> {
  const read = async (origin: string, path: string) => {
    const answer = await request.get(origin + path, { headers: { Accept: 'text/html' } });
    return { policy: answer.headers()['content-security-policy'], text: await answer.text() };
  };
  const [shown, deployed] = [await read(address, '/'), await read(baseURL, '/')];
  expect(deployed.policy).toContain("connect-src 'self';");
  expect(shown.policy).toBe(deployed.policy);
  const withoutStrip = shown.text.replace(
    /<link [^>]*\/demo\/[^>]*>|<div class="demo-strip">.*?<\/div>/gs,
    '',
  );
  expect(withoutStrip.replaceAll(address, baseURL)).toBe(deployed.text);

  const [changed, script] = [await read(address, thread), await read(baseURL, thread)];
  expect(changed.policy).toBe(script.policy);
  expect(changed.text).toBe(
    script.text
      .replaceAll('https://datamanager.googleapis.com', `${address}/demo/data-manager`)
      .replaceAll('https://sheets.googleapis.com', `${address}/demo/sheets`),
  );
  expect(changed.text).not.toBe(script.text);
}

test('whoever has no account anywhere connects, pushes, undoes, sends, delivers and is alerted', async ({
  page,
  baseURL,
}) => {
  const port = portOf(baseURL);
  const address = addressOf(baseURL);
  const demo = await startDemo(port);
  page.setDefaultTimeout(30_000);
  const wizard = new Wizard(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  try {
    const account = { email: printedAs(demo, 'Account'), password: printedAs(demo, 'Password') };
    expect([...demo.printed.matchAll(/^\d\. (.+?):/gm)].map(([, name]) => name)).toEqual([
      'Connect',
      'Push and undo',
      'Send',
      'Deliver',
      'Be alerted',
    ]);
    await page.goto(printedAs(demo, 'Sign in'));
    await expectDemo(page);
    await signIn(page, account);
    await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible();
    await page.goto(printedAs(demo, '1. Connect'));
    await connectAll(page, account.email);

    await page.goto(printedAs(demo, '2. Push and undo'));
    await pushAndUndo(page, wizard);
    await send(page, wizard);
    const thread = asked.find((path) => path.startsWith('/google-values/assets/send-thread'));
    await expectAsDeployed(page, address, { baseURL, thread });

    await page.goto(printedAs(demo, '4. Deliver'));
    await page.getByRole('button', { name: 'Deliver the latest leads' }).click();
    await expectDemo(page);
    await page.goto(printedAs(demo, 'Mailbox'));
    await page.getByRole('link', { name: '2 rules no longer hold: example-leads.csv' }).click();
    await page.frameLocator('iframe').getByRole('link', { name: 'See what changed' }).click();
    await expect(page.getByRole('table', { name: /^Watched rules/ })).toContainText('California');
    await expectDemo(page);
    expect(new URL(page.url()).origin).toBe(address);
    await readOnSchedule(page, address);
  } finally {
    // A page that still loads would log that its server is gone.
    await page.goto('about:blank');
    await endDemo(demo, port);
  }
});
