import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { unstable_startWorker as startWorker } from 'wrangler';
import { writeMadeParts } from '../../frontend/build/made-parts.ts';
import { cellsAnswer, tabsAnswer } from '../support/google-sheets.ts';
import { startGoogleProvider } from '../support/google-provider.ts';
import { findRuntime, makeFile, measure, SAVE } from './largest-file.ts';

// The cost of a run that reads the largest sheet to the runtime: the cells of 10 MB of 40 short columns, as Google sends them, and two runs
// at once in one isolate. On Linux, since it reads /proc. The figures stand in worker/OPERATING.md.

const WAIT_MS = 200;
const SCHEDULE = { every: 'day', hour: 7, timeZone: 'Europe/Berlin' };

const rows = new TextDecoder()
  .decode(makeFile())
  .split('\n')
  .map((line) => line.split(','));
const large = JSON.stringify(cellsAnswer(rows));
// The leads of the latest days are left out.
const small = JSON.stringify(cellsAnswer([...rows.slice(0, 2), ...rows.slice(-48)]));
const tabs = JSON.stringify(tabsAnswer('Leads', ['May']));

/** Google Sheets: every spreadsheet whose id begins with 'large' is large. */
const google = createServer(({ url = '' }, response) => {
  const cells = url.includes('/large') ? large : small;
  response.end(url.includes('/values/') ? cells : tabs);
});
await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
const sheetsOrigin = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
const provider = await startGoogleProvider();

const project = new URL('../..', import.meta.url).pathname;
const persist = mkdtempSync(`${tmpdir()}/sheets-`);
mkdirSync(`${project}frontend/dist`, { recursive: true });
await writeMadeParts();
const text = (value: string) => ({ type: 'plain_text' as const, value });
const worker = await startWorker({
  config: `${project}wrangler.toml`,
  build: { custom: { command: '' } },
  bindings: {
    SESSION_SECRET: text('a secret of the load'),
    SCHEDULED_RUNS: text('on'),
    GOOGLE_CLIENT_ID: text('client'),
    GOOGLE_CLIENT_SECRET: text('secret'),
    GOOGLE_ISSUER: text(provider.url),
    GOOGLE_AUTHORIZATION_ENDPOINT: text(`${provider.url}/authorize`),
    GOOGLE_TOKEN_ENDPOINT: text(`${provider.url}/token`),
    GOOGLE_REVOCATION_ENDPOINT: text(`${provider.url}/revocation`),
    GOOGLE_SHEETS_ORIGIN: text(sheetsOrigin),
  },
  dev: { server: { port: 0 }, inspector: false, persist, logLevel: 'error', watch: false },
});
const { origin } = await worker.url;

/** Somebody with a connection to Google Sheets. */
class Owner {
  readonly #cookies = new Map<string, string>();

  async call(path: string, method = 'GET', json?: unknown) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        Origin: origin,
        Cookie: cookie,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    return { location: answer.headers.get('Location') ?? '', json: await answer.json().catch(() => null) };
  }

  async connect(email: string): Promise<void> {
    await this.call('/api/auth/signup', 'POST', { email, password: 'correct horse' });
    const { url } = (await this.call('/api/connections/sheets/connect', 'POST', { returnTo: 'start' })).json;
    const back = await fetch(url, { redirect: 'manual' });
    const { pathname, search } = new URL(back.headers.get('Location') ?? '');
    await this.call(pathname + search);
  }

  async addSheet(kind: 'large' | 'small'): Promise<string> {
    const { id } = (await this.call('/api/analyses', 'POST', SAVE)).json;
    const sheet = {
      spreadsheetId: `${kind}-${crypto.randomUUID()}`,
      tabId: 0,
      title: 'Leads',
      tabTitle: 'May',
    };
    await this.call(`/api/analyses/${id}/source`, 'PUT', { kind: 'sheet', sheet, schedule: SCHEDULE });
    return id;
  }

  async readVersions(id: string): Promise<{ leads: number }[]> {
    return (await this.call(`/api/analyses/${id}/versions`)).json.versions;
  }

  /** Waits for a version, and for the end of its run. */
  async waitFor(id: string, versions: number): Promise<string> {
    for (;;) {
      const [listed, { json }] = [await this.readVersions(id), await this.call(`/api/analyses/${id}/source`)];
      if (json.source.lastError) return json.source.lastError;
      if (listed.length >= versions && !json.source.isRunning)
        return `${listed.length}: ${listed[0]?.leads} leads`;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }

  async run(id: string, versions: number): Promise<string> {
    await this.call(`/api/analyses/${id}/source/run`, 'POST');
    return await this.waitFor(id, versions);
  }
}

try {
  const owner = new Owner();
  await owner.connect('a@example.com');
  const [one, two, first] = [
    await owner.addSheet('large'),
    await owner.addSheet('large'),
    await owner.addSheet('small'),
  ];
  console.log(await owner.run(first, 1));
  const pid = findRuntime();
  await measure(pid, 'one', async () => [await owner.run(one, 1)]);
  await measure(pid, 'again', async () => [await owner.run(one, 2)]);
  await measure(pid, 'two at once', () => Promise.all([owner.run(one, 3), owner.run(two, 1)]));
  await measure(pid, 'two at once again', () => Promise.all([owner.run(one, 4), owner.run(two, 2)]));
} finally {
  await worker.dispose();
  google.close();
  await provider.stop();
  rmSync(persist, { recursive: true, force: true });
}
process.exit(0);
