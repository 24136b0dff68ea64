import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { unstable_startWorker as startWorker } from 'wrangler';
import { writeReader } from '../../frontend/build/assembly-script.ts';
import { Client } from './client.ts';
import { Figures } from './figures.ts';

// What a delivery of the largest size costs the runtime: 10 MB of 40 short columns, the most cells that a file can have, and two at
// once in one isolate; then the same cells as a sheet that is read on a schedule. Last, 200 small sheets are due at once: none may be
// lost or read twice. On Linux, since it reads /proc. The figures stand in worker/README.md.

const COLUMNS = 40;
const BYTES = 10 * 1024 * 1024;

/** Every lead has another time, the newest first. */
function makeFile(): Uint8Array<ArrayBuffer> {
  const others = COLUMNS - 4;
  const headers = [
    'Status',
    'Source',
    'Age',
    'Created',
    ...Array.from({ length: others }, (_, at) => `c${at}`),
  ];
  const newest = Date.now();
  const lines = [headers.join(',')];
  let bytes = lines[0]!.length + 1;
  for (let row = 0; ; row++) {
    const created = new Date(newest - row * 30_000).toISOString();
    const cells = [row % 5 === 0 ? 'Won' : 'Lost', `s${row % 20}`, `${20 + (row % 50)}`, created];
    const line = [...cells, ...Array.from({ length: others }, (_, at) => `${(row + at) % 10}`)].join(',');
    bytes += line.length + 1;
    if (bytes > BYTES) break;
    lines.push(line);
  }
  return new TextEncoder().encode(lines.join('\n'));
}

const SAVE = {
  fileName: 'leads.csv',
  conversionValue: 100,
  significanceThreshold: 10,
  configurationData: {
    statusColumn: 'Status',
    attributeColumns: ['Source', 'Age', 'c0'],
    qualifiedValues: ['Won'],
    notQualifiedValues: ['Lost'],
    dateFilter: { column: 'Created', format: null, from: null, to: null, youngerThanDays: 14 },
  },
  analysisData: {
    // A rule in use for each source, so that its latest leads are counted.
    metrics: Array.from({ length: 20 }, (_, at) => ({
      fieldName: 'Source',
      fieldValue: `s${at}`,
      totalLeads: 100,
      qualifiedLeads: at % 2 ? 10 : 30,
      conversionRate: at % 2 ? 10 : 30,
    })),
    overallRate: 20,
    totalLeads: 2000,
    totalQualified: 400,
  },
};

/** The process of the runtime: the youngest child of this one that is called workerd. */
function findRuntime(): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = all.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd' && isDescendant(Number(pid));
    } catch {
      return false;
    }
  });
  return Math.max(...found.map(Number));
}

function isDescendant(pid: number): boolean {
  for (
    let at = pid;
    at > 1;
    at = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))?.[1])
  )
    if (at === process.pid) return true;
  return false;
}

const memoryOf = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;

const TICKS = 100;
function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

const project = new URL('../..', import.meta.url).pathname;
const persist = mkdtempSync(`${tmpdir()}/inbox-`);
mkdirSync(`${project}frontend/dist`, { recursive: true });
await writeReader();
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
  const report = async (name: string, work: () => Promise<string[]>) => {
    const [before, cpu] = [memoryOf(pid, 'VmRSS'), secondsOf(pid)];
    const answers = await work();
    console.log(name, { before, peak: memoryOf(pid, 'VmHWM'), seconds: secondsOf(pid) - cpu }, answers);
  };
  await report('one', async () => [await deliver(one, file)]);
  await report('again', async () => [await deliver(one, file)]);
  await report('two at once', async () => await Promise.all([deliver(one, file), deliver(two, file)]));
  await report('two at once again', async () => await Promise.all([deliver(one, file), deliver(two, file)]));
} finally {
  await worker.dispose();
  rmSync(persist, { recursive: true, force: true });
}
process.exit(0);
