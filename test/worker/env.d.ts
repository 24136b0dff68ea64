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
