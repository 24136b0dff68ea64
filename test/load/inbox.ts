import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { unstable_startWorker as startWorker } from 'wrangler';
import { MAX_COUNTED_VALUES } from '../../worker/contract/limits.ts';
import { writeMadeParts } from '../../frontend/build/made-parts.ts';
import { Client } from './client.ts';
import { Figures } from './figures.ts';
import { findRuntime, makeFile, makeFileOfIds, measure, SAVE } from './largest-file.ts';

// The cost of a delivery of the largest size to the runtime: 10 MB of 40 short columns, the most cells that a file can have, two at once in
// one isolate, and 10 MB of ids: refused, and as many as are counted. On Linux, since it reads /proc. The figures stand in
// worker/OPERATING.md.

const project = new URL('../..', import.meta.url).pathname;
const persist = mkdtempSync(`${tmpdir()}/inbox-`);
mkdirSync(`${project}frontend/dist`, { recursive: true });
await writeMadeParts();
const worker = await startWorker({
  config: `${project}wrangler.toml`,
  build: { custom: { command: '' } },
  bindings: { INBOX: { type: 'plain_text', value: 'on' } },
  dev: { server: { port: 0 }, inspector: false, persist, logLevel: 'error', watch: false },
});
const { origin } = await worker.url;
const client = new Client(origin, new Figures(), '2001:db8::1');

async function makeInbox(): Promise<{ id: string; token: string }> {
  const { id } = JSON.parse(
    (await client.call('save', '/api/analyses', { method: 'POST', json: SAVE })).text,
  );
  const made = await client.call('source', `/api/analyses/${id}/source`, {
    method: 'PUT',
    json: { kind: 'inbox' },
  });
  const { token, source } = JSON.parse(made.text);
  return { id: source.id, token };
}

const deliver = async ({ id, token }: { id: string; token: string }, body: Uint8Array<ArrayBuffer>) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' };
  const answer = await fetch(`${origin}/api/inbox/${id}`, { method: 'PUT', headers, body });
  return `${answer.status} ${await answer.text()}`;
};

try {
  await client.call('sign-up', '/api/auth/signup', {
    method: 'POST',
    json: { email: 'a@example.com', password: 'correct horse' },
  });
  const [one, two] = [await makeInbox(), await makeInbox()];
  const file = makeFile();
  console.log(
    await deliver(
      one,
      new TextEncoder().encode(
        'Status,Source,Age,Created,c0\nWon,a,20,2025-12-01,1\nLost,b,30,2026-01-01,2\n',
      ),
    ),
  );
  const pid = findRuntime();
  const report = (name: string, work: () => Promise<string[]>) => measure(pid, name, work);
  await report('one', async () => [await deliver(one, file)]);
  await report('again', async () => [await deliver(one, file)]);
  await report('two at once', async () => await Promise.all([deliver(one, file), deliver(two, file)]));
  await report('two at once again', async () => await Promise.all([deliver(one, file), deliver(two, file)]));
  for (const values of [Infinity, MAX_COUNTED_VALUES]) {
    const ids = makeFileOfIds(values);
    await report(`${values} ids`, async () => [await deliver(one, ids)]);
    await report(`${values} ids again`, async () => [await deliver(two, ids)]);
  }
} finally {
  await worker.dispose();
  rmSync(persist, { recursive: true, force: true });
}
process.exit(0);
