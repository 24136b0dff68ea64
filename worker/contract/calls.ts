import type * as z from 'zod/mini';
import { rulesInUseSchema, seenAlertsSchema, type Alerts } from './alerts.ts';
import { labelChangeSchema, saveAnalysisSchema } from './analyses.ts';
import type {
  AnalysisLabels,
  AnalysisSummary,
  NewShare,
  OpenedShare,
  Saved,
  ShareStatus,
} from './answers.ts';
import { askCheckSchema, type Checked } from './connection-checks.ts';
import {
  connectSchema,
  type AccessTokenAnswer,
  type Connections,
  type Consent,
  type Named,
} from './connections.ts';
import {
  accountDeletionSchema,
  linkSchema,
  passwordChangeSchema,
  signInSchema,
  signUpSchema,
  type AccountDeleted,
  type Confirmation,
  type PendingLink,
  type User,
  type Devices,
} from './auth.ts';
import {
  alertMailSchema,
  forgottenSchema,
  mailTokenSchema,
  passwordResetSchema,
  type MailStatus,
  type PasswordResetDone,
} from './mail.ts';
import { domainRuleSchema, retentionRuleSchema, type Audit, type TeamRules } from './organisation.ts';
import { preferencesSchema, type Preferences } from './preferences.ts';
import type {
  AdAccounts,
  Audiences,
  ConversionActions,
  FoundPlaces,
  Pushed,
  PushList,
  PushPreview,
} from './push-answers.ts';
import { placesSchema, pushRequestSchema, pushSchema } from './pushes.ts';
import type { Action } from './roles.ts';
import {
  newSendSchema,
  sendChangeSchema,
  sendKeyRequestSchema,
  type ReachedSend,
  type Send,
  type SendKey,
  type SendList,
} from './sends.ts';
import { openShareSchema, sharedFiguresSchema, shareSchema, shareTermSchema } from './sharing.ts';
import {
  newSourceSchema,
  scheduleSchema,
  type AnalysisVersion,
  type Delivery,
  type MadeSource,
  type SourceStatus,
  type VersionList,
} from './sources.ts';
import {
  destinationSchema,
  invitationTokenSchema,
  newInvitationSchema,
  newTeamSchema,
  roleChangeSchema,
  teamChangeSchema,
  teamDeletionSchema,
} from './teams.ts';
import type {
  Invitations,
  ListedTeam,
  MadeInvitation,
  Members,
  Moved,
  OpenedInvitation,
  Team,
  TeamDeleted,
  TeamList,
} from './team-answers.ts';

/** The calls that are counted together, for each user; for each network where nobody is signed in. */
export type LimitName =
  | 'ad-reads'
  | 'audit'
  | 'consent'
  | 'dataset'
  | 'invitation'
  | 'label'
  | 'mail-change'
  | 'open'
  | 'pushes'
  | 'rules-in-use'
  | 'run'
  | 'save'
  | 'send'
  | 'send-change'
  | 'send-key'
  | 'share'
  | 'source'
  | 'team';

type BodySchema = z.ZodMiniType<object>;

export interface CallRule<Answer = unknown> {
  /**
   * - `anybody`: the call reads no session, and programs make it too
   * - `visitor`: a page of this site makes it, with or without a session
   * - `user`: it needs a signed-in user
   * - an action: it needs a signed-in user, and in a team a role that may do this. These calls are there for a team too, under
   *   `/api/teams/:team`
   */
  may: 'anybody' | 'visitor' | 'user' | Action;
  limit: LimitName | undefined;
  /** It needs an operator who has set up e-mail. */
  mails?: true;
  /** In a team nothing but the log grows by it, so that it asks for the room of an entry. */
  logs?: true;
  body?: BodySchema;
  /** The handler reads this body itself, as it may be larger than others. */
  largeBody?: BodySchema;
  /** Never there: it carries the type. A `Response` is made by the handler: a stream, a redirect or a status of its own. */
  answer?: Answer;
}

const ruleFor =
  <May extends CallRule['may']>(may: May) =>
  <Answer>(limit?: LimitName): CallRule<Answer> & { may: May } => ({ may, limit });

const anybody = ruleFor('anybody');
const visitor = ruleFor('visitor');
const user = ruleFor('user');
const view = ruleFor('view');
const edit = ruleFor('edit');
const push = ruleFor('push');
const connect = ruleFor('connect');
const manage = ruleFor('manage');
const leave = ruleFor('leave');

const takes = <Body extends BodySchema, Rule extends CallRule>(body: Body, rule: Rule) => ({ ...rule, body });
const takesLarge = <Body extends BodySchema, Rule extends CallRule>(largeBody: Body, rule: Rule) => ({
  ...rule,
  largeBody,
});
const mails = <Rule extends CallRule>(rule: Rule) => ({ ...rule, mails: true as const });
const logs = <Rule extends CallRule>(rule: Rule) => ({ ...rule, logs: true as const });

/** Every call that the Worker answers. Its routes, the rights in a team, the client and the documentation are made from this list. */
export const API_CALLS = {
  'GET /api/login': anybody<Response>(),
  'GET /api/health': anybody<Response>(),
  'GET /api/auth/google': anybody<Response>(),
  'GET /api/auth/google/confirm': anybody<Response>(),
  'GET /auth/google/callback': anybody<Response>(),
  'GET /auth/meta/callback': anybody<Response>(),
  'GET /auth/microsoft/callback': anybody<Response>(),
  'PUT /api/inbox/:id': anybody<Delivery>(),
  'GET /api/stop/:token': anybody<Response>(),
  'POST /api/stop/:token': anybody<Confirmation>(),
  'POST /api/shared': takes(openShareSchema, anybody<OpenedShare>('open')),

  'GET /api/auth/user': user<User>(),
  'DELETE /api/auth/user': takes(accountDeletionSchema, user<AccountDeleted>()),
  'POST /api/auth/password': takes(passwordChangeSchema, user<Confirmation>()),
  'POST /api/auth/login': takes(signInSchema, visitor<User>()),
  'POST /api/auth/signup': takes(signUpSchema, visitor<User>()),
  'GET /api/auth/google/link': visitor<PendingLink>(),
  'POST /api/auth/google/link': takes(linkSchema, visitor<User>()),
  'POST /api/auth/forgot': mails(takes(forgottenSchema, visitor<Confirmation>())),
  'POST /api/auth/reset': mails(takes(passwordResetSchema, visitor<PasswordResetDone>())),
  'GET /api/auth/logout': visitor<Response>(),
  'POST /api/auth/logout': visitor<Confirmation>(),
  'POST /api/auth/logout/everywhere': user<Confirmation>(),
  'POST /api/auth/logout/others': user<Confirmation>(),
  'GET /api/auth/devices': user<Devices>(),
  'DELETE /api/auth/devices/:device': user<Confirmation>(),
  'GET /api/preferences': user<Preferences>(),
  'POST /api/preferences': takes(preferencesSchema, user<Preferences>()),
  'GET /api/mail': mails(user<MailStatus>()),
  'POST /api/mail/link': mails(user<Confirmation>()),
  'POST /api/mail/confirm': mails(takes(mailTokenSchema, user<MailStatus>())),
  'PUT /api/mail/alerts': mails(takes(alertMailSchema, user<MailStatus>('mail-change'))),

  // It reads the session itself, in the same query as the list.
  'GET /api/analyses': anybody<AnalysisSummary[]>(),
  'GET /api/teams/:team/analyses': view<AnalysisSummary[]>(),
  'POST /api/analyses': takesLarge(saveAnalysisSchema, edit<Saved>('save')),
  'GET /api/analyses/:id': view<Response>(),
  'PUT /api/analyses/:id': takesLarge(saveAnalysisSchema, edit<Saved>('save')),
  'PATCH /api/analyses/:id': takes(labelChangeSchema, edit<AnalysisLabels>('label')),
  'DELETE /api/analyses/:id': edit<Confirmation>(),
  'GET /api/analyses/:id/dataset': view<Response>(),
  'PUT /api/analyses/:id/dataset': edit<Saved>('dataset'),
  'POST /api/analyses/:id/move': takes(destinationSchema, edit<Moved>('save')),
  'POST /api/analyses/:id/copy': takes(destinationSchema, edit<Moved>('save')),
  'GET /api/analyses/:id/share': view<ShareStatus>(),
  'POST /api/analyses/:id/share': takesLarge(shareSchema, edit<NewShare>('share')),
  'PUT /api/analyses/:id/share': takesLarge(sharedFiguresSchema, edit<ShareStatus>('share')),
  'PATCH /api/analyses/:id/share': logs(takes(shareTermSchema, edit<ShareStatus>('share'))),
  'DELETE /api/analyses/:id/share': edit<Confirmation>(),
  'GET /api/analyses/:id/source': view<SourceStatus>(),
  'PUT /api/analyses/:id/source': takes(newSourceSchema, edit<MadeSource | SourceStatus>('source')),
  'DELETE /api/analyses/:id/source': edit<Confirmation>(),
  'POST /api/analyses/:id/source/token': logs(edit<MadeSource>('source')),
  'PUT /api/analyses/:id/source/schedule': logs(takes(scheduleSchema, edit<SourceStatus>('source'))),
  'POST /api/analyses/:id/source/run': logs(edit<SourceStatus>('run')),
  'POST /api/analyses/:id/source/pause': edit<SourceStatus>('source'),
  'POST /api/analyses/:id/source/resume': logs(edit<SourceStatus>('source')),
  'GET /api/analyses/:id/versions': view<VersionList>(),
  'GET /api/analyses/:id/versions/:number': view<Response>(),
  'POST /api/analyses/:id/versions/:number/entered': edit<AnalysisVersion>('source'),
  'GET /api/analyses/:id/alerts': view<Alerts>(),
  'POST /api/analyses/:id/alerts/seen': takes(seenAlertsSchema, edit<Alerts>('source')),
  'POST /api/analyses/:id/rules-in-use': takes(rulesInUseSchema, edit<Alerts>('rules-in-use')),

  'GET /api/connections': view<Connections>(),
  'POST /api/connections/:kind/connect': logs(takes(connectSchema, connect<Consent>('consent'))),
  // For the threads of a browser, which use their user's own connections only.
  'POST /api/connections/:kind/token': user<AccessTokenAnswer>(),
  'POST /api/connections/:kind/check': takes(askCheckSchema, connect<Checked>('ad-reads')),
  'DELETE /api/connections/:kind': connect<Confirmation>(),
  'GET /api/platforms/:kind/accounts': push<AdAccounts>('ad-reads'),
  'POST /api/platforms/:kind/places': takesLarge(placesSchema, push<FoundPlaces>('ad-reads')),
  'GET /api/platforms/:kind/accounts/:id/audiences': push<Audiences>('ad-reads'),
  'GET /api/platforms/:kind/accounts/:id/conversion-actions': push<ConversionActions>('ad-reads'),
  'GET /api/pushes': view<PushList>(),
  'GET /api/pushes/:id': view<Pushed>(),
  'POST /api/pushes/:kind/preview': takesLarge(pushRequestSchema, push<PushPreview>('ad-reads')),
  'POST /api/pushes/:kind': takesLarge(pushSchema, push<Pushed>('pushes')),
  'POST /api/pushes/:id/undo': push<Pushed>('pushes'),
  'GET /api/sends': view<SendList>(),
  'POST /api/sends': takes(newSendSchema, push<ReachedSend>('send')),
  'POST /api/sends/key': takes(sendKeyRequestSchema, push<SendKey>('send-key')),
  'GET /api/sends/:id': view<Send>(),
  'PATCH /api/sends/:id': takes(sendChangeSchema, push<ReachedSend>('send-change')),

  'GET /api/teams': user<TeamList>(),
  'POST /api/teams': takes(newTeamSchema, user<ListedTeam>('team')),
  'GET /api/teams/:team': view<Team>(),
  'PATCH /api/teams/:team': logs(takes(teamChangeSchema, manage<ListedTeam>('team'))),
  'DELETE /api/teams/:team': takes(teamDeletionSchema, manage<TeamDeleted>('team')),
  'POST /api/teams/:team/leave': leave<Confirmation>('team'),
  'GET /api/teams/:team/members': view<Members>(),
  'PATCH /api/teams/:team/members/:member': logs(takes(roleChangeSchema, manage<Members>('team'))),
  'DELETE /api/teams/:team/members/:member': manage<Members>('team'),
  'GET /api/teams/:team/invitations': manage<Invitations>(),
  'POST /api/teams/:team/invitations': takes(newInvitationSchema, manage<MadeInvitation>('team')),
  'DELETE /api/teams/:team/invitations/:invitation': manage<Confirmation>('team'),
  'GET /api/teams/:team/rules': view<TeamRules>(),
  'PUT /api/teams/:team/domain': logs(takes(domainRuleSchema, manage<TeamRules>('team'))),
  'PUT /api/teams/:team/retention': logs(takes(retentionRuleSchema, manage<TeamRules>('team'))),
  'GET /api/teams/:team/audit': manage<Audit>('audit'),
  'GET /api/teams/:team/connections/:kind/named': edit<Named>(),
  'GET /api/teams/:team/connections/:kind/accounts': connect<AdAccounts>('ad-reads'),
  'PUT /api/teams/:team/connections/:kind/named/:resource': logs(connect<Named>('ad-reads')),
  'DELETE /api/teams/:team/connections/:kind/named/:resource': connect<Named>(),
  'POST /api/invitations': takes(invitationTokenSchema, user<OpenedInvitation>('invitation')),
  'POST /api/invitations/accept': takes(invitationTokenSchema, user<ListedTeam>('invitation')),
} satisfies Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, CallRule>>;

const NEEDS_NO_ROLE: readonly CallRule['may'][] = ['anybody', 'visitor', 'user'];

const isAction = (may: CallRule['may']): may is Action => !NEEDS_NO_ROLE.includes(may);

const TEAM = '/api/teams/:team';

/** Where a call is there for a team, and the action that the role must allow; null for a call that no team has. */
export function callOfTeam(call: ApiCall): { path: string; action: Action } | null {
  const { may }: CallRule = API_CALLS[call];
  const [, path = ''] = call.split(' ');
  return isAction(may)
    ? { path: path.startsWith(TEAM) ? path : path.replace('/api', TEAM), action: may }
    : null;
}

/** The method and the path of a call, in which `:name` stands for a parameter. */
export type ApiCall = keyof typeof API_CALLS;

type RuleOf<C extends ApiCall> = (typeof API_CALLS)[C];

export type AnswerOf<C extends ApiCall> = RuleOf<C> extends CallRule<infer Answer> ? Answer : never;

/** The calls about what a team owns, or a user. */
export type WorkCall = { [C in ApiCall]: RuleOf<C>['may'] extends Action ? C : 'GET /api/analyses' }[ApiCall];

/** The body that a call takes; never without one. */
export type BodyOf<C extends ApiCall> =
  RuleOf<C> extends { body: infer Body extends BodySchema }
    ? z.input<Body>
    : RuleOf<C> extends { largeBody: infer Body extends BodySchema }
      ? z.input<Body>
      : never;

/** The checked body of a call whose handler does not read it itself; never without one. */
export type CheckedBodyOf<C extends ApiCall> =
  RuleOf<C> extends { body: infer Body extends z.ZodMiniType } ? z.output<Body> : never;
