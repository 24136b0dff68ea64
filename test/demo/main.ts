import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MINUTE, SECOND } from '#contract/limits.ts';
import '../../frontend/build/text-modules.ts';
import { startDataManager } from '../support/data-manager-stand-in.ts';
import { makeCustomer } from '../support/google-ads-stand-in.ts';
import { serveSite, serveStandIns } from '../support/serve-site.ts';
import { serveStandIn } from '../support/serve-stand-in.ts';
import { askFirst } from './consent.ts';
import { serveDataManager } from './data-manager.ts';
import { EARLIER, EARLIER_DAYS, LATEST, LATEST_DAYS, leadRows } from './example-leads.ts';
import { serveFront } from './front.ts';
import { makeExample } from './make-example.ts';
import { answerOwn } from './pages.ts';
import { describeDemo } from './steps.ts';

/**
 * `npm run demo`: the real thing with stand-ins of all services on this machine, an example account and its team. The site has
 * the port of `--port` or `PORT`, the stand-ins have the five above it.
 */

const { values } = parseArgs({ options: { port: { type: 'string' } } });
const port = Number(values.port ?? process.env.PORT ?? 8790);
const address = `http://localhost:${port}`;

/** The stand-in that the browser calls, with the accounts that the one of Google Ads shows. */
function startDataManagerOfDemo(): Promise<string> {
  const { id, actions } = makeCustomer();
  const uploads = actions
    .filter(({ type }) => type === 'UPLOAD_CLICKS')
    .map((action) => [action.id, action.type]);
  const accounts = { [id]: { actions: Object.fromEntries(uploads) as Record<string, 'UPLOAD_CLICKS'> } };
  return serveStandIn(serveDataManager(startDataManager({ accounts })), port + 5);
}

/** A folder that is gone when the process ends, however it does. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lead-value-demo-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts everything. Resolves to the id of the example analysis. */
async function start(): Promise<string> {
  const now = Date.now();
  const [earlier, latest] = [leadRows(EARLIER, EARLIER_DAYS, now), leadRows(LATEST, LATEST_DAYS, now)];
  const standIns = await serveStandIns(port + 1, askFirst(address));
  const dataManager = await startDataManagerOfDemo();
  const settings = {
    ...standIns.settings,
    GOOGLE_AUTHORIZATION_ENDPOINT: `${address}/demo/google/authorize`,
  };
  const worker = await serveSite({ address, port: 0, persist: makeFolder(), settings });

  const site = { address, worker: (await worker.url).origin };
  // Its modules import texts, which Node knows how to do only now.
  const { packExample } = await import('./pack-example.ts');
  const packed = packExample(earlier);
  const example = await makeExample(site, standIns.googleApis, { packed, earlier, latest });
  const demo = { site, example, google: standIns.google, latest };
  await serveFront({
    site,
    port,
    standIns: { 'google-values': dataManager, sheets: standIns.googleApis },
    answerOwn: (request, url) => answerOwn(demo, request, url),
  });
  // The runtime of a local site starts no hourly run.
  setInterval(() => void fetch(`${site.worker}/cdn-cgi/handler/scheduled`).catch(() => {}), MINUTE);
  return example.analysisId;
}

// The Worker's process ends with this one. Before the runtime's own listeners, which call an interrupt a failure.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.prependListener(signal, () => process.exit(0));
// npm may end without a word to the programs that it has started.
const { ppid } = process;
setInterval(() => process.ppid === ppid || process.exit(0), SECOND);

console.log('Starting the demo...');
try {
  console.log(describeDemo(address, await start()));
} catch (error) {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const taken = `A port from ${port} to ${port + 5} is taken. Choose others: npm run demo -- --port 9000`;
  console.error(isTaken ? taken : error);
  process.exit(1);
}
