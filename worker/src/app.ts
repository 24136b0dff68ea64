import { Hono } from 'hono/tiny';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '#contract/errors.ts';
import { PAGES } from '#contract/pages.ts';
import { connectedAssets } from '#contract/thread-address.ts';
import { BROWSER_KINDS } from '#contract/platforms.ts';
import { showConnectedAsset, showDocument, showRobots, showSitemap } from './documents.ts';
import type { AppContext, AppEnv } from './env.ts';
import { ApiError, toApiError } from './errors.ts';
import { noteAuditActors } from './middleware/note-audit-actor.ts';
import { correctHint } from './middleware/cookies.ts';
import { DATABASE_BUDGET_MS, database, withTimeToSave } from './middleware/database.ts';
import { sameOrigin, secureTransport, securityHeaders } from './middleware/transport.ts';
import { requireUser, session } from './middleware/session.ts';
import { requireTeam } from './middleware/team.ts';
import { analysisHandlers } from './routes/analyses/routes.ts';
import { forgottenPasswordHandlers } from './routes/auth/forgotten-password.ts';
import { googleHandlers } from './routes/auth/google-routes.ts';
import { ownerHandlers } from './routes/auth/owner.ts';
import { sessionHandlers } from './routes/auth/session-handlers.ts';
import { signInHandlers } from './routes/auth/sign-in.ts';
import { connectionHandlers } from './routes/connections/routes.ts';
import { handleHealth } from './routes/health.ts';
import { handleDelivery } from './routes/inbox/deliver.ts';
import { mailHandlers } from './routes/mail/routes.ts';
import { mount, type Handlers } from './routes/mount.ts';
import { preferenceHandlers } from './routes/preference-handlers.ts';
import { platformHandlers } from './routes/pushes/platform-routes.ts';
import { pushHandlers } from './routes/pushes/routes.ts';
import { sendHandlers } from './routes/send-handlers.ts';
import { handleOpenShared } from './routes/shared.ts';
import { auditHandlers } from './routes/teams/audit-handlers.ts';
import { invitationHandlers } from './routes/teams/invitation-handlers.ts';
import { memberHandlers } from './routes/teams/member-handlers.ts';
import { rulesHandlers } from './routes/teams/rules.ts';
import { teamHandlers } from './routes/teams/team-handlers.ts';

const HANDLERS: Handlers = {
  'GET /api/login': (c) => c.redirect(PAGES.login.path),
  'GET /api/health': handleHealth,
  'PUT /api/inbox/:id': withTimeToSave(handleDelivery),
  'POST /api/shared': handleOpenShared,
  ...preferenceHandlers,
  ...googleHandlers,
  ...ownerHandlers,
  ...signInHandlers,
  ...forgottenPasswordHandlers,
  ...sessionHandlers,
  ...mailHandlers,
  ...analysisHandlers,
  ...connectionHandlers,
  ...platformHandlers,
  ...pushHandlers,
  ...sendHandlers,
  ...teamHandlers,
  ...memberHandlers,
  ...invitationHandlers,
  ...rulesHandlers,
  ...auditHandlers,
};

/** The calls that may change a team: its log notes who has made them. */
const CHANGES_OF_TEAMS = [
  '/api/teams/*',
  '/api/invitations/*',
  '/api/analyses/:id/move',
  '/api/analyses/:id/copy',
];

export const app = new Hono<AppEnv>();

app.use(secureTransport);

app.use('/api/*', securityHeaders, database(DATABASE_BUDGET_MS));
app.use('/auth/:service/callback', securityHeaders, database(DATABASE_BUDGET_MS));

app.use('/api/shared', sameOrigin); // it reads no session, and yet only pages of this site may call it
mount(app, HANDLERS, false);
app.use('/api/*', session, sameOrigin);
for (const path of CHANGES_OF_TEAMS) app.use(path, noteAuditActors);
mount(app, HANDLERS, true);
// A stranger must not learn which teams there are: neither by what is no call.
app.all('/api/teams/:team/*', async (c) => {
  requireUser(c);
  await requireTeam(c, 'view');
  throw new ApiError(404, 'Not found');
});
app.all('/api/*', () => {
  throw new ApiError(404, 'Not found');
});

app.get('/assets/*', securityHeaders, (c) => c.text('Not found', 404));

for (const kind of BROWSER_KINDS)
  app.get(`${connectedAssets(kind)}:file`, securityHeaders, showConnectedAsset(kind));

app.get('/robots.txt', securityHeaders, showRobots);
app.get('/sitemap.xml', securityHeaders, showSitemap);
app.get('*', correctHint, showDocument);
app.all('*', securityHeaders, () => {
  throw new ApiError(404, 'Not found');
});

function renderError(error: unknown, c: AppContext): Response {
  const { message, status, details } = toApiError(error);
  if (details.retryAfterSeconds) c.header('Retry-After', String(details.retryAfterSeconds));
  const { code, current } = details;
  const body: ErrorBody = { message, ...(code && { code }), ...(current && { current }) };
  return c.json(body, status as ContentfulStatusCode); // every ApiError has a status that takes a body
}

app.onError(renderError);
