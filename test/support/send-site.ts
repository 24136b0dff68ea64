import { vi } from 'vitest';
import type { ReachedSend, Send, SendChange } from '#contract/sends.ts';
import { toListed } from './listed-send.ts';
import type { DataManagerStandIn } from './data-manager-stand-in.ts';

/** Our Worker in the tests of the sending thread: its answers by call, for one user. */
interface Site {
  /** The access tokens that it gives, one after the other; the last one again and again. */
  tokens?: string[];
  /** Answers in place of the usual ones, by call: 'POST /api/sends'. */
  refuses?: Record<string, number>;
  /** Answers to other calls. */
  answers?: Record<string, unknown>;
}

/** Base64url of 32 bytes. */
export const SEND_KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';

const reachedOf = ({ id, done, refused }: Send): ReachedSend => ({ id, done, refused });

/**
 * Puts our Worker and Google in the place of the network. The log is kept as the Worker keeps it; `heard` has what our Worker was
 * told, in which no lead may be.
 */
export function startSendSite(
  google: DataManagerStandIn,
  { tokens = ['first token'], refuses = {}, answers = {} }: Site = {},
) {
  const sends: Send[] = [];
  const heard: { call: string; body: string }[] = [];
  let asked = 0;

  function answerSite(call: string, body: string): Response {
    heard.push({ call, body });
    const refusal = refuses[call.replace(/\/send-\d+$/, '/{id}')];
    if (refusal !== undefined) return Response.json({ message: 'No' }, { status: refusal });
    if (Object.hasOwn(answers, call)) return Response.json(answers[call]);
    if (call === 'POST /api/connections/google-values/token') {
      const accessToken = tokens[Math.min(asked++, tokens.length - 1)];
      return Response.json({ accessToken, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    }
    if (call === 'POST /api/sends/key') return Response.json({ key: SEND_KEY });
    if (call === 'GET /api/sends')
      return Response.json({ sends: sends.toReversed().map(toListed), next: null });
    if (call === 'POST /api/sends') return begin(JSON.parse(body) as Send);
    const [, method, id] = /^(PATCH|GET) \/api\/sends\/(.+)$/.exec(call) ?? [];
    const send = sends.find((one) => one.id === id);
    if (!send) throw new Error(`The site of the test has no answer to ${call}`);
    return method === 'GET' ? Response.json(send) : change(send, JSON.parse(body) as SendChange);
  }

  function begin(fresh: Send): Response {
    const same = (one: Send) =>
      one.fingerprint === fresh.fingerprint &&
      [one.account, one.manager, one.action].join() === [fresh.account, fresh.manager, fresh.action].join();
    const open = sends.find((one) => same(one) && one.done < one.total);
    if (open) return Response.json(reachedOf(open));
    const now = new Date().toISOString();
    const send = { ...fresh, id: `send-${sends.length + 1}`, done: 0, refused: 0, requests: [] };
    const begun = { ...send, startedAt: now, updatedAt: now };
    sends.push(begun);
    return Response.json(reachedOf(begun), { status: 201 });
  }

  function change(send: Send, { done, refused, requests }: SendChange): Response {
    send.done = Math.max(send.done, done);
    send.refused = Math.max(send.refused, refused);
    for (const request of requests) {
      const known = send.requests.find(({ id }) => id === request.id);
      if (!known) send.requests.push({ ...request });
      else if (request.outcome) known.outcome = request.outcome;
    }
    return Response.json(reachedOf(send));
  }

  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const [method, body] = [init.method ?? 'GET', String(init.body ?? '')];
    if (address.startsWith('/')) return answerSite(`${method} ${address}`, body);
    const { pathname, search } = new URL(address);
    const authorization = new Headers(init.headers).get('Authorization');
    const answer = google.answer({ method, path: pathname + search, authorization, body });
    if (answer === null) throw new TypeError('Failed to fetch');
    return Response.json(answer.json, { status: answer.status, headers: answer.headers });
  });
  return { sends, heard, refuses, answers };
}

const realInterval = setInterval;

/** Lets fake time pass as fast as the work allows, until the work is done. */
export async function hurry<T>(work: Promise<T>, step = 250): Promise<T> {
  const pump = realInterval(() => vi.advanceTimersByTime(step), 0);
  try {
    return await work;
  } finally {
    clearInterval(pump);
  }
}
