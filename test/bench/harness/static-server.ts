import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

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
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg']);

export interface StaticServer {
  url: string;
  stop(): void;
}

interface StaticFile {
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * Serves a site on this machine, on a free port, texts compressed with gzip, and beside it the files of DuckDB.
 *
 * @param frontDocument stands in for the document at `/`
 */
export async function serveSite(folder: string, frontDocument?: string): Promise<StaticServer> {
  const files = new Map<string, StaticFile>();
  if (frontDocument !== undefined) files.set('/', compress(Buffer.from(frontDocument), '.html'));
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = files.get(path) ?? (await readStatic(folder, path));
    if (!file) return void response.writeHead(404).end();
    files.set(path, file);
    response.writeHead(200, file.headers).end(file.body);
  });
  return {
    url: await listen(server),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readStatic(folder: string, path: string): Promise<StaticFile | null> {
  const file = path.startsWith(DUCKDB.path)
    ? join(DUCKDB.folder, path.slice(DUCKDB.path.length))
    : join(folder, path.endsWith('/') ? `${path}index.html` : path);
  const body = await readFile(file).catch(() => null);
  return body && compress(body, extname(file));
}

function compress(body: Buffer, type: string): StaticFile {
  const headers = { 'Content-Type': TYPES[type] ?? 'application/octet-stream' };
  if (!COMPRESSED.has(type)) return { body, headers };
  return { body: gzipSync(body), headers: { ...headers, 'Content-Encoding': 'gzip' } };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  // A listening server has a port.
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
