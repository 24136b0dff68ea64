import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';

/** Too large for the Workers runtime, so it lies outside the site. */
const DUCKDB = {
  path: '/bench/duckdb/',
  folder: new URL('../peers/node_modules/@duckdb/duckdb-wasm/dist/', import.meta.url).pathname,
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export interface StaticServer {
  url: string;
  stop(): void;
}

/** Serves a site on this machine, on a free port, and beside it the files of DuckDB. */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = findFile(folder, path);
    const body = await readFile(file).catch(() => null);
    if (!body) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' })
        .end(body);
  });
  return {
    url: await listen(server),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function findFile(folder: string, path: string): string {
  if (path.startsWith(DUCKDB.path)) return join(DUCKDB.folder, path.slice(DUCKDB.path.length));
  return join(folder, path.endsWith('/') ? `${path}index.html` : path);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  // A listening server has a port.
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
