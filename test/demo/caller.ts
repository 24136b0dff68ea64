import { DATASET_CONTENT_TYPE } from '#contract/analyses.ts';

/** Where a site is: the address that a browser sees, and that of its Worker. */
export interface Site {
  address: string;
  worker: string;
}

/** Somebody in a browser of their own, as the example's calls come from a page of the site. */
export class Caller {
  readonly #site: Site;
  #cookies = new Map<string, string>();

  constructor(site: Site) {
    this.#site = site;
  }

  /** The answer to a call. Bytes are a dataset, everything else is JSON. @throws where it is no success */
  async call<T>(method: 'POST' | 'PUT', path: string, body?: unknown): Promise<T> {
    const isDataset = body instanceof Uint8Array;
    const answer = await fetch(this.#site.worker + path, {
      method,
      headers: {
        Origin: this.#site.address,
        Cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(body !== undefined && { 'Content-Type': isDataset ? DATASET_CONTENT_TYPE : 'application/json' }),
      },
      body: isDataset ? Buffer.from(body) : JSON.stringify(body),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split(/=(.*)/s);
      this.#cookies.set(name, value);
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T; // as the contract has it
  }
}
