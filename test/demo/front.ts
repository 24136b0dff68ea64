import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { connectedAssets, CONNECTED_ORIGINS, type BrowserKind } from '#contract/thread-address.ts';
import { listen } from '../support/serve-stand-in.ts';
import type { Site } from './caller.ts';
import { strip, STYLE } from './html.ts';

/** Where the demo passes on what a thread of the browser would ask Google: under the site's own address, which its policy allows. */
const PASSED_ON = { 'google-values': '/demo/data-manager', sheets: '/demo/sheets' } as const satisfies Record<
  BrowserKind,
  string
>;

const KINDS = Object.keys(PASSED_ON) as BrowserKind[]; // the type says so

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

interface Front {
  site: Site;
  port: number;
  /** The origins of the stand-ins that the browser calls. */
  standIns: Record<BrowserKind, string>;
  /** The answer of the demo's own page at an address; null where it has none. */
  answerOwn(request: IncomingMessage, url: URL): Promise<Answer | null>;
}

/** The demo's change of a text that the product serves; null where it serves the answer as it is. */
type Change = ((text: string, type: string) => string) | null;

/**
 * The strip with the word 'demo', above the page. The style sheet is a file and not inline, since the page has the policy that every
 * deployment has.
 */
const addStrip =
  (address: string) =>
  (page: string, type: string): string =>
    type.startsWith('text/html')
      ? page
          .replace('</head>', '<link rel="stylesheet" href="/demo/strip.css" /></head>')
          .replace(/<body[^>]*>/, (body) => body + strip(address).text)
      : page;

/** The script of a thread that calls Google calls the site instead, which passes the call on to the stand-in. */
const callHere =
  (address: string) =>
  (script: string): string =>
    KINDS.reduce(
      (changed, kind) => changed.replaceAll(CONNECTED_ORIGINS[kind], address + PASSED_ON[kind]),
      script,
    );

function findChange(address: string, { headers, method }: IncomingMessage, path: string): Change {
  if (KINDS.some((kind) => path.startsWith(connectedAssets(kind)))) return callHere(address);
  const isNavigation = method === 'GET' && (headers.accept ?? '').includes('text/html');
  return isNavigation ? addStrip(address) : null;
}

/** Passes a request on, and its answer back. A text that is changed is asked for uncompressed and anew, and no browser keeps it. */
function passOn(from: IncomingMessage, back: ServerResponse, to: URL, change: Change): void {
  const { 'accept-encoding': encoding, 'if-none-match': tag, ...headers } = from.headers;
  const kept = change ? {} : { 'accept-encoding': encoding, 'if-none-match': tag };
  const sent = Object.fromEntries(
    Object.entries({ ...headers, ...kept }).filter(([, value]) => value !== undefined),
  );
  const fail = () => void back.writeHead(502).end();
  const passed = ask(to, { method: from.method, headers: sent }, async (answer) => {
    const { statusCode = 502, headers: answered } = answer;
    if (!change) return void answer.pipe(back.writeHead(statusCode, answered));
    const { 'content-length': _, etag: __, ...others } = answered;
    const body = change(await text(answer), answered['content-type'] ?? '');
    back.writeHead(statusCode, { ...others, 'cache-control': 'no-store' }).end(body);
  });
  passed.on('error', fail);
  back.on('close', () => passed.destroy());
  from.pipe(passed);
}

const sayWhy = (error: unknown): Answer => ({
  status: 500,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: `demo: ${error instanceof Error ? error.message : 'failed'}`,
});

/**
 * Serves the site as the browser sees it: the Worker's own answers, but for the strip in each document, and for the addresses in the
 * scripts of the two threads that call Google. Each policy stays as it is deployed.
 */
export function serveFront({ site, port, standIns, answerOwn }: Front): Promise<void> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', site.address);
    const own = url.pathname.startsWith('/demo') ? await answerOwn(request, url).catch(sayWhy) : null;
    if (own) {
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        ...own.headers,
      };
      return void response.writeHead(own.status ?? 200, headers).end(own.body);
    }
    const kind = KINDS.find((one) => url.pathname.startsWith(`${PASSED_ON[one]}/`));
    const path = url.pathname + url.search;
    if (kind)
      return passOn(request, response, new URL(standIns[kind] + path.slice(PASSED_ON[kind].length)), null);
    passOn(request, response, new URL(site.worker + path), findChange(site.address, request, url.pathname));
  });
  return listen(server, port);
}

export const STRIP_STYLE: Answer = { headers: { 'Content-Type': 'text/css' }, body: STYLE };
