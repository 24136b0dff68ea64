import { createServer, type IncomingMessage } from 'node:http';
import { toText, type StandIn } from './stand-in.ts';

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Serves a stand-in on loopback, for the browser stories. Returns its origin. */
export function serveStandIn(standIn: StandIn, port: number): string {
  const origin = `http://127.0.0.1:${port}`;
  createServer(async (request, response) => {
    const headers = new Headers(request.headers as Record<string, string>);
    const { method = 'GET', url = '' } = request;
    const answer = standIn({ method, url: new URL(url, origin), headers, body: await readBody(request) });
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(toText(answer));
  }).listen(port, '127.0.0.1');
  return origin;
}
