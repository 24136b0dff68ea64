import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallFailure, REFUSAL_EVENT, isUnauthorized, read, readOrNull, send } from '#frontend/api/client.ts';

function answerWith(body: string | null, init: ResponseInit = {}) {
  const fetchMock = vi.fn<typeof fetch>(async () => new Response(body, init));
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

afterEach(() => vi.unstubAllGlobals());

async function failureOf(work: Promise<unknown>): Promise<CallFailure> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallFailure)) throw new Error('The call did not fail with a CallFailure');
  return error;
}

describe('a call', () => {
  test('carries the cookies, and its body as JSON', async () => {
    const fetchMock = answerWith('{}');
    await send('/api/preferences', { method: 'POST', json: { a: 'ü' } });
    const [path, init] = fetchMock.mock.calls[0] ?? [];
    expect(path).toBe('/api/preferences');
    expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: '{"a":"ü"}' });
    expect(new Headers(init?.headers).get('Content-Type')).toBe('application/json');
  });

  test('without a body has no content type', async () => {
    const fetchMock = answerWith('{}');
    await send('/api/analyses/1', { method: 'DELETE' });
    const init = fetchMock.mock.calls[0]?.[1];
    expect(new Headers(init?.headers).has('Content-Type')).toBe(false);
    expect(init?.body).toBeUndefined();
  });

  test('reads from the path that the segments of the key form', async () => {
    const fetchMock = answerWith('{"id":"7"}');
    expect(await read(['/api/analyses', '7'])).toEqual({ id: '7' });
    const [path, init] = fetchMock.mock.calls[0] ?? [];
    expect([path, init?.method]).toEqual(['/api/analyses/7', 'GET']);
    expect(new Headers(init?.headers).get('Accept')).toBe('application/json');
  });

  test('that gets no answer fails with the error of the network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(send('/api/analyses')).rejects.toThrow(TypeError);
  });
});

describe('a failed call', () => {
  test('A failed HTTP response becomes an error whose message is the status code, a colon and a space, then the body text; message and code are handed out', async () => {
    answerWith('{"message":"No such account","code":"USER_NOT_FOUND"}', { status: 404 });
    const dispatchEvent = vi.fn<(event: Event) => void>();
    vi.stubGlobal('dispatchEvent', dispatchEvent);
    const error = await failureOf(send('/api/auth/login', { method: 'POST', json: {} }));
    expect(error.message).toBe('404: {"message":"No such account","code":"USER_NOT_FOUND"}');
    expect(error).toMatchObject({ status: 404, reason: 'No such account', code: 'USER_NOT_FOUND' });
    // The page around the call hears of it too.
    expect(dispatchEvent.mock.calls).toEqual([
      [expect.objectContaining({ type: REFUSAL_EVENT, detail: error })],
    ]);
  });

  test('… or status text if the body is empty', async () => {
    answerWith('', { status: 502, statusText: 'Bad Gateway' });
    const error = await failureOf(send('/api/analyses'));
    expect(error.message).toBe('502: Bad Gateway');
    expect(error).toMatchObject({ reason: null, code: null });
  });

  test.each(['<h1>Bad gateway</h1>', '"text"', 'null', '[1]', '{"message":7}', '{"message":""}'])(
    'has no reason for the reader where the body is %s',
    async (body) => {
      answerWith(body, { status: 500 });
      expect(await failureOf(send('/api/analyses'))).toMatchObject({ reason: null, code: null, status: 500 });
    },
  );
});

describe('an unauthorized call', () => {
  test.each([
    [401, '{"message":"Unauthorized"}', true],
    [401, '{"message":"Wrong password","code":"WRONG_PASSWORD"}', false],
    [403, '{"message":"Unauthorized"}', false],
    [500, '401: Unauthorized', false],
  ])(
    "A 401 is recognised by a message starting '401: ' and containing 'Unauthorized': %i %s",
    (status, body, expected) => {
      expect(isUnauthorized(new CallFailure(status, '', body))).toBe(expected);
    },
  );

  test('is not any other failure', () => {
    expect(isUnauthorized(new TypeError('Failed to fetch'))).toBe(false);
    expect(isUnauthorized('401: Unauthorized')).toBe(false);
  });

  test('reads as null in one variant, and other failures stay failures', async () => {
    answerWith('{"message":"Unauthorized"}', { status: 401 });
    expect(await readOrNull(['/api/auth/user'])).toBeNull();
    answerWith('{"message":"Down"}', { status: 503 });
    expect(await failureOf(readOrNull(['/api/auth/user']))).toMatchObject({ status: 503 });
  });
});
