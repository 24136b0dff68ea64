import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { unstable_startWorker as startWorker } from 'wrangler';
import { writeMadeParts } from '../../frontend/build/made-parts.ts';
import { Client } from './client.ts';
import { Figures } from './figures.ts';
import { UserStory } from './user-story.ts';

const [userCount = 10, signIns = 15, saves = 15] = process.argv.slice(2).map(Number);
const SAVES_A_MINUTE = 20;
const TOO_MANY = 5;
const SIGN_INS_AN_HOUR = 100;
const CROWD = 120;

const project = new URL('../..', import.meta.url).pathname;
const persist = mkdtempSync(`${tmpdir()}/load-`);
mkdirSync(`${project}frontend/dist`, { recursive: true });
await writeMadeParts();
const worker = await startWorker({
  config: `${project}wrangler.toml`,
  build: { custom: { command: '' } },
  dev: { server: { port: 0 }, inspector: { port: 0 }, persist, logLevel: 'error', watch: false },
});
const { origin } = await worker.url;
const figures = new Figures();

/** Addresses that RFC 3849 keeps for examples, one network each. */
const clientOf = (network: number) => new Client(origin, figures, `2001:db8:${network.toString(16)}::1`);

/** Sign-ins of one network, however many accounts it tries. */
async function crowdOneNetwork(): Promise<void> {
  const client = clientOf(0xffff);
  const answers = await Promise.all(
    Array.from({ length: CROWD }, (_, n) =>
      client.call('sign-in of a crowd', '/api/auth/login', {
        method: 'POST',
        json: { email: `nobody-${n}@example.com`, password: 'x' },
      }),
    ),
  );
  const unknown = answers.filter(({ status }) => status === 404).length;
  const refused = answers.filter(({ status }) => status === 429).length;
  figures.expect(
    unknown === SIGN_INS_AN_HOUR && unknown + refused === CROWD,
    `crowd: ${unknown} passed, ${refused} were refused`,
  );
}

try {
  const stories = Array.from(
    { length: userCount },
    (_, n) => new UserStory(clientOf(n + 1), figures, `user-${n}`),
  );
  await clientOf(0).call('first call', '/api/health');
  await Promise.all(stories.map((story) => story.signUp()));
  await Promise.all([...stories.map((story) => story.run({ signIns, saves })), crowdOneNetwork()]);
  await Promise.all(stories.map((story, n) => story.pry(stories[(n + 1) % userCount]?.ids ?? [])));
  await Promise.all(stories.map((story) => story.checkAll()));
  const hasty = new UserStory(clientOf(userCount + 1), figures, 'hasty');
  await hasty.signUp();
  await hasty.saveTooOften(SAVES_A_MINUTE + TOO_MANY, SAVES_A_MINUTE);
  figures.print();
} finally {
  await worker.dispose();
  rmSync(persist, { recursive: true, force: true });
}
process.exit(figures.wrong.length > 0 ? 1 : 0);
