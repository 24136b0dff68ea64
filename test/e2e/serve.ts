import { serveSite, serveStandIns } from '../support/serve-site.ts';

const port = Number(process.argv[2]);
const { settings } = await serveStandIns(port + 1);
await serveSite({
  address: `http://localhost:${port}`,
  port,
  persist: new URL('../../.wrangler/e2e', import.meta.url).pathname,
  settings,
});
