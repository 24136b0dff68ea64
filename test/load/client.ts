import type { Figures } from './figures.ts';

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  json?: unknown;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** One visitor: an address, and the cookie that the server gave last. */
export class Client {
  readonly #origin: string;
  readonly #figures: Figures;
  readonly #address: string;
  #cookie = '';

  constructor(origin: string, figures: Figures, address: string) {
    this.#origin = origin;
    this.#figures = figures;
    this.#address = address;
  }

  async call(
    kind: string,
    path: string,
    { method = 'GET', json, body, headers }: Call = {},
  ): Promise<Answer> {
    const start = performance.now();
    const response = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: {
        Origin: this.#origin,
        'CF-Connecting-IP': this.#address,
        ...(this.#cookie && { Cookie: this.#cookie }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
    });
    const text = await response.text();
    this.#figures.took(kind, performance.now() - start);
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(';', 1).join();
    return { status: response.status, text, retryAfter: response.headers.get('Retry-After') };
  }

  /** The same visitor in another browser. */
  again(): Client {
    return new Client(this.#origin, this.#figures, this.#address);
  }
}
