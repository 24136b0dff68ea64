import { vi } from 'vitest';
import type { Example } from '#test/contract/example.ts';

export interface Answer {
  status?: number;
  /** Sent as JSON; text and bytes are sent as they are. */
  body?: unknown;
  /** The answer comes when this has. */
  after?: Promise<unknown>;
  /** There is no answer: the network fails. */
  isLost?: boolean;
}

export interface ReceivedCall {
  /** 'POST /api/analyses'. */
  call: string;
  headers: Headers;
  body: BodyInit | null | undefined;
}

/** What the Worker answers in this example: its own tests hold it to that. */
export function answerOf({ status, answer }: Example): Answer {
  return { status, body: answer };
}

/**
 * A server for component tests: answers per call ('GET /api/analyses'), the latest given one each time. A call without
 * an answer fails the test that makes it, since it rejects with an error that says so.
 */
export function startFakeServer(answers: Record<string, Answer> = {}) {
  const received: ReceivedCall[] = [];
  const known = new Map(Object.entries(answers));
  const unknown: string[] = [];

  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${path}`;
    received.push({ call, headers: new Headers(init.headers), body: init.body });
    const answer = known.get(call);
    if (!answer) {
      unknown.push(call);
      throw new Error(`The fake server has no answer to ${call}`);
    }
    await answer.after;
    if (answer.isLost) throw new TypeError('Failed to fetch');
    return new Response(bodyOf(answer), { status: answer.status ?? 200 });
  });

  return {
    answer: (call: string, answer: Answer) => void known.set(call, answer),
    /** Everything received so far under that name. */
    received: (call: string) => received.filter((one) => one.call === call),
    calls: () => received.map(({ call }) => call),
    unknown: (): readonly string[] => unknown,
  };
}

function bodyOf({ body }: Answer): BodyInit {
  const isSentAsItIs = typeof body === 'string' || ArrayBuffer.isView(body);
  return isSentAsItIs ? (body as BodyInit) : JSON.stringify(body ?? {}); // both are bodies
}

export type FakeServer = ReturnType<typeof startFakeServer>;

/** A promise to hold an answer back with. */
export function gate() {
  let open: () => void = () => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open: () => open() };
}
