import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorBody } from '#contract/errors.ts';
import { PAGES } from '#contract/pages.ts';
import { connectedAssets } from '#contract/thread-address.ts';
import { BROWSER_KINDS } from '#contract/connection-kinds.ts';
import { showConnectedAsset, showDocument, showRobots, showSitemap } from './documents.ts';
import type { AppEnv } from './env.ts';
import { ApiError, toApiError } from './errors.ts';
import { noteActors } from './middleware/acting.ts';
import { correctHint } from './middleware/cookies.ts';
import { DATABASE_BUDGET_MS, database } from './middleware/database.ts';
import { sameOrigin } from './middleware/same-origin.ts';
import { secureTransport, securityHeaders } from './middleware/transport.ts';
import { session } from './middleware/session.ts';
import { handleListAnalyses } from '#worker/routes/analyses/read.ts';
import { analyses } from './routes/analyses/routes.ts';
import { google } from './routes/auth/google-routes.ts';
import { auth } from './routes/auth/routes.ts';
import { checkRoutes } from './routes/connections/check.ts';
import { connectionRoutes, consentCallbacks, tokenRoutes } from './routes/connections/routes.ts';
import { inbox } from './routes/inbox/routes.ts';
import { health } from '#worker/routes/health.ts';
import { shared } from '#worker/routes/shared.ts';
import { mail } from './routes/mail/routes.ts';
import { stop } from './routes/mail/stop.ts';
import { platforms } from './routes/pushes/platform-routes.ts';
import { pushRoutes } from './routes/pushes/routes.ts';
import { preferences } from '#worker/routes/preferences.ts';
import { sendRoutes } from '#worker/routes/sends.ts';
import { invitationRoutes, teamRoutes } from './routes/teams/routes.ts';

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

// These routes need no session: they must answer even while the database is down.
app.get('/api/login', (c) => c.redirect(PAGES.login.path));
app.route('/api/health', health);
app.route('/', google);
app.route('/', consentCallbacks);

app.get('/api/analyses', handleListAnalyses); // reads the session in the same query as the list

app.route('/api/shared', shared); // for visitors without an account
app.route('/api/inbox', inbox); // for programs, which have a token and come from no page
app.route('/api/stop', stop); // for mail programs, which have a token and come from no page
app.use('/api/*', session, sameOrigin);
for (const path of CHANGES_OF_TEAMS) app.use(path, noteActors);
app.route('/api/auth', auth);
app.route('/api/analyses', analyses);
app.route('/api/preferences', preferences);
app.route('/api/connections', connectionRoutes);
app.route('/api/connections', tokenRoutes);
app.route('/api/connections', checkRoutes);
app.route('/api/mail', mail);
app.route('/api/platforms', platforms);
app.route('/api/pushes', pushRoutes);
app.route('/api/sends', sendRoutes);
app.route('/api/teams', teamRoutes);
app.route('/api/invitations', invitationRoutes);
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

function renderError(error: unknown, c: Context<AppEnv>): Response {
  const { message, status, details } = toApiError(error);
  if (details.retryAfterSeconds) c.header('Retry-After', String(details.retryAfterSeconds));
  const { code, current } = details;
  const body: ErrorBody = { message, ...(code && { code }), ...(current && { current }) };
  return c.json(body, status as ContentfulStatusCode); // every ApiError has a status that takes a body
}

app.onError(renderError);
