import { createServer, type IncomingMessage } from 'node:http';
import { toText, type StandIn } from './stand-in.ts';

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
  return Buffer.concat(chunks).toString();
}

/** Serves stand-ins on loopback, for the browser stories. */
export function serveStandIn(standIn: StandIn, port: number): void {
  const origin = `http://127.0.0.1:${port}`;
  createServer(async (request, response) => {
    const headers = new Headers(request.headers as Record<string, string>);
    const { method = 'GET', url = '' } = request;
    const answer = standIn({ method, url: new URL(url, origin), headers, body: await readBody(request) });
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(toText(answer));
  }).listen(port, '127.0.0.1');
}
