import type { Handlers } from '../mount.ts';
import type { TeamRules } from '#contract/organisation.ts';
import { findTeamRules, requireDomain, setRetention } from '#worker/db/team-rules.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, noTeam } from '#worker/errors.ts';
import { requireRight } from '#worker/middleware/team.ts';

const otherDomain = () =>
  new ApiError(
    403,
    'You can require only the Google Workspace domain that you are signed in through. Sign in with Google, with an account of that domain, and try again.',
    { code: 'OTHER_DOMAIN' },
  );

const ruleOf = (c: AppContext) => ({ teamId: c.get('workspace').id, by: c.get('requester').id });

async function answerRules(c: AppContext): Promise<TeamRules> {
  const rules = await findTeamRules(c.get('db'), c.get('workspace').id);
  if (!rules) throw noTeam();
  const { nextEndsAt, ...shown } = rules;
  return {
    ...shown,
    sessionDomain: c.get('hostedDomain'),
    nextEndsAt: nextEndsAt === null ? null : new Date(nextEndsAt).toISOString(),
  };
}

export const rulesHandlers = {
  'GET /api/teams/:team/rules': answerRules,
  'PUT /api/teams/:team/domain': async (c) => {
    const { domain } = c.req.valid('json');
    const session = { domain, sid: c.get('presentedSid') ?? '', now: Date.now() };
    if (!(await requireDomain(c.get('db'), ruleOf(c), session))) {
      await requireRight(c, c.get('workspace').id, 'manage'); // the right may have been taken meanwhile
      throw otherDomain();
    }
    return await answerRules(c);
  },
  'PUT /api/teams/:team/retention': async (c) => {
    const { datasetDays } = c.req.valid('json');
    if (!(await setRetention(c.get('db'), ruleOf(c), datasetDays)))
      await requireRight(c, c.get('workspace').id, 'manage'); // as above
    return await answerRules(c);
  },
} satisfies Partial<Handlers>;
