const CALL_SECONDS = 30;
const PASSWORD = 'correct horse of the benchmark';

/** Somebody with an account, calling the API from the site's own pages. */
export class Visitor {
  readonly #origin: string;
  readonly #account = { email: `bench-${crypto.randomUUID()}@example.com`, password: PASSWORD };
  #cookie = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  async signUp(): Promise<void> {
    const answer = await this.call('POST', '/api/auth/signup', this.#account);
    this.#cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
  }

  /** Makes one session more; the first stays. */
  signIn(): Promise<Response> {
    return this.call('POST', '/api/auth/login', this.#account);
  }

  async call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(`${this.#origin}${path}`, {
      method,
      signal: AbortSignal.timeout(CALL_SECONDS * 1000),
      headers: {
        Origin: this.#origin,
        Cookie: this.#cookie,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}`);
    return answer;
  }
}
