declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import('../../worker/src/index.ts');
  }
  interface Env extends import('../../worker/src/env.ts').Env {}
}
