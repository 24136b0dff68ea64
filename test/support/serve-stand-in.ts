import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { toText, type StandIn } from './stand-in.ts';

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Listens on loopback, until the process ends. */
export async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

/** Serves a stand-in on loopback, for the browser stories. Resolves to its origin. */
export async function serveStandIn(standIn: StandIn, port: number): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  const server = createServer(async (request, response) => {
    const headers = new Headers(request.headers as Record<string, string>);
    const { method = 'GET', url = '' } = request;
    const answer = standIn({ method, url: new URL(url, origin), headers, body: await readBody(request) });
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(toText(answer));
  });
  await listen(server, port);
  return origin;
}
