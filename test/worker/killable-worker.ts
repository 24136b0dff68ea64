import { deriveSealingKey, sealToken } from '#worker/auth/token-sealing.ts';
import type { Env } from '#worker/env.ts';
import worker, { SourceRun as Run } from '#worker/index.ts';

/** The Worker as it is shipped. `/sealed` is an access token of the user 'u' for Google Sheets, as a consent stores it. */
export default {
  ...worker,
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== '/sealed') return await worker.fetch(request, env, context);
    const key = await deriveSealingKey(env.SESSION_SECRET ?? '');
    const token = await sealToken(key, { userId: 'u', kind: 'sheets', token: 'access' }, 'token');
    return Response.json({ version: key.version, token });
  },
} satisfies ExportedHandler<Env>;

/**
 * Its runs, which call `KILLER` when the work of a step is done, and before the runtime has noted that: whoever answers there can end the
 * runtime at the worst moment.
 */
export class SourceRun extends Run {
  override run(event: Parameters<Run['run']>[0], step: Parameters<Run['run']>[1]): Promise<void> {
    const { KILLER } = this.env as unknown as { KILLER: string }; // a binding of the test
    const run = async (name: string, config: object, work: () => Promise<never>) =>
      await step.do(name, config, async () => {
        const output = await work();
        await (await fetch(`${KILLER}/done/${name}`)).text();
        return output;
      });
    return super.run(event, { do: run } as unknown as typeof step); // a run uses nothing else of it
  }
}
