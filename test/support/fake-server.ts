import { vi } from 'vitest';
import type { Example } from '#test/contract/example.ts';
import { answerWhileOpen } from './open-tests.ts';

export interface Answer {
  status?: number;
  /** Sent as JSON; a string and bytes are sent unchanged. */
  body?: unknown;
  /** The answer waits for this. */
  after?: Promise<unknown>;
  /** True: the network fails and there is no answer. */
  isLost?: boolean;
}

interface ReceivedCall {
  /** 'POST /api/analyses'. */
  call: string;
  headers: Headers;
  body: BodyInit | null | undefined;
  /** The data that the browser adds: its cookies, and the page that asks. */
  tells: Pick<RequestInit, 'credentials' | 'referrerPolicy'>;
}

/** The answer of the Worker in this example of the contract, which the Worker's own tests check. */
export function answerOf({ status, answer }: Example): Answer {
  return { status, body: answer };
}

/**
 * A server for component tests, with one answer per call ('GET /api/analyses'), which a test can replace. A call
 * without an answer rejects with an error that names it.
 */
export function startFakeServer(answers: Record<string, Answer> = {}) {
  const received: ReceivedCall[] = [];
  const known = new Map(Object.entries(answers));
  const unknown: string[] = [];

  async function take(call: string, init: RequestInit): Promise<Response> {
    const { headers, body, credentials, referrerPolicy } = init;
    received.push({ call, headers: new Headers(headers), body, tells: { credentials, referrerPolicy } });
    const answer = known.get(call);
    if (!answer) {
      unknown.push(call);
      throw new Error(`The fake server has no answer to ${call}`);
    }
    await answer.after;
    if (answer.isLost) throw new TypeError('Failed to fetch');
    return new Response(bodyOf(answer), { status: answer.status ?? 200 });
  }
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${path}`;
    return answerWhileOpen(call, () => take(call, init));
  });

  return {
    answer: (call: string, answer: Answer) => void known.set(call, answer),
    /** All calls of this name that were received so far. */
    received: (call: string) => received.filter((one) => one.call === call),
    calls: () => received.map(({ call }) => call),
    unknown: (): readonly string[] => unknown,
  };
}

function bodyOf({ body }: Answer): BodyInit {
  const isSentAsItIs = typeof body === 'string' || ArrayBuffer.isView(body);
  return isSentAsItIs ? (body as BodyInit) : JSON.stringify(body ?? {}); // both are bodies
}

/** A promise for `after`, and the function that lets the answer come. */
export function gate() {
  let open: () => void = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open: () => open() };
}
