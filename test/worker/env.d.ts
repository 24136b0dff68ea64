type WorkerEnv = import('../../worker/src/env.ts').Env;

declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import('../../worker/src/index.ts');
  }
  interface Env extends WorkerEnv {
    /** A second database, without schema. */
    SPARE_DB: D1Database;
    /** For tests that bind it as the bucket of datasets. */
    SPARE_BUCKET: R2Bucket;
  }
}

// Functions of Node for the tests: the types of the Workers runtime leave them out.

declare module 'node:crypto' {
  interface Hash {
    update(text: string): Hash;
    digest(encoding: 'hex' | 'base64url'): string;
  }
  export function createHash(algorithm: string): Hash;
  export function createHmac(algorithm: string, key: string): Hash;
  export function randomUUID(): string;
}

declare module 'node:util' {
  export function isDeepStrictEqual(one: unknown, other: unknown): boolean;
}
