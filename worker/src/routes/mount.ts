import type { Hono } from 'hono';
import {
  API_CALLS,
  callOfTeam,
  type AnswerOf,
  type ApiCall,
  type CallRule,
  type CheckedBodyOf,
} from '#contract/calls.ts';
import type { Action } from '#contract/roles.ts';
import type { AppContext, AppEnv } from '#worker/env.ts';
import { siteOf } from '#worker/middleware/database.ts';
import { countCall } from '#worker/middleware/rate-limit.ts';
import { readSmallBody, type BodyContext } from '#worker/middleware/request-body.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { requireTeam } from '#worker/middleware/team.ts';
import { requireLogRoom } from '#worker/store/require-quota.ts';
import { requireMail } from './mail/link-mail.ts';
import { keysOf } from '#contract/records.ts';

type PathOf<C extends ApiCall> = C extends `${string} ${infer Path}` ? Path : never;

/** A handler for each call of the list. What it returns is sent as JSON, unless it is a whole response. */
export type Handlers = {
  [C in ApiCall]: (c: BodyContext<CheckedBodyOf<C>, PathOf<C>>) => AnswerOf<C> | Promise<AnswerOf<C>>;
};

/** Adds the routes of the calls that read no session, or those of all others. */
export function mount(app: Hono<AppEnv>, handlers: Handlers, readsSession: boolean): void {
  for (const call of keysOf(API_CALLS)) {
    const rule: CallRule = API_CALLS[call];
    if (readsSession === (rule.may === 'anybody')) continue;
    const [method = '', path = ''] = call.split(' ');
    // `answer` reads the body that the handler of this call expects.
    const handle = handlers[call] as Route['handle'];
    const ofTeam = callOfTeam(call);
    if (path !== ofTeam?.path) app.on(method, path, (c) => answer(c, { rule, handle, action: null }));
    if (ofTeam) app.on(method, ofTeam.path, (c) => answer(c, { rule, handle, action: ofTeam.action }));
  }
}

interface Route {
  rule: CallRule;
  handle: (c: AppContext) => unknown;
  /** The right that the call needs in the team of the address; null without a team. */
  action: Action | null;
}

async function answer(c: AppContext, { rule, handle, action }: Route): Promise<Response> {
  const { may, limit, mails, logs, body } = rule;
  if (mails) requireMail(c);
  const isSignedIn = may !== 'anybody' && may !== 'visitor';
  if (isSignedIn) requireUser(c);
  if (action) await requireTeam(c, action);
  if (limit) await countCall(c, limit, isSignedIn ? 'user' : 'network');
  if (body) c.req.addValidatedData('json', await readSmallBody(c, body));
  if (action && logs) await requireLogRoom(siteOf(c), c.get('workspace').id);
  const answered = await handle(c);
  return answered instanceof Response ? answered : c.json(answered);
}
