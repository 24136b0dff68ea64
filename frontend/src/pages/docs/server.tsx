import { SESSION_AGE_MS, SESSION_IDLE_MS, SIGN_INS, SIGN_UPS, WRONG_PASSWORDS } from '#contract/limits.ts';
import { DocsTable } from './docs-table.tsx';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ROUTES = [
  ['/', 'The analysis workflow', 'public'],
  ['/auth/login', 'Sign in', 'public'],
  ['/auth/signup', 'Sign up', 'public'],
  ['/saved', 'Saved analyses', 'signed in'],
  ['/saved/{id}', 'One saved analysis', 'signed in'],
  ['/docs', 'This page', 'public'],
  ['/changelog', 'Release notes', 'public'],
  ['/roadmap', 'What is planned', 'public'],
  ['/privacy', 'Privacy policy', 'public'],
] as const;

export function RouteTable() {
  return (
    <>
      <DocsTable
        caption="Routes"
        head={['Route', 'Screen', 'Access']}
        rows={ROUTES.map(([route, screen, access]) => [<code key="route">{route}</code>, screen, access])}
      />
      <p>
        <code>/?loadAnalysis={'{id}'}</code> opens a saved analysis in the workflow. Without a user, a path
        under /saved leads to the sign-in page; with one, the sign-in and sign-up pages lead home. Any other
        path is not found.
      </p>
    </>
  );
}

const CALLS = [
  ['GET /api/auth/user', 'The current user; 401 without one'],
  ['POST /api/auth/login', 'Sign in with email and password'],
  ['POST /api/auth/signup', 'Create an account'],
  ['GET /api/auth/google', 'Starts sign-in with Google'],
  ['GET /auth/google/callback', 'Where Google returns to'],
  ['GET, POST /api/auth/logout', 'Sign out'],
  ['DELETE /api/auth/user', 'Delete the account and all it has saved'],
  ['GET /api/login', 'Leads to the sign-in page'],
  ['GET /api/analyses', 'The saved analyses'],
  ['POST /api/analyses', 'Save an analysis'],
  ['PUT /api/analyses/{id}/dataset', 'Save its headers and rows, compressed'],
  ['GET /api/analyses/{id}', 'One analysis with headers and rows'],
  ['DELETE /api/analyses/{id}', 'Delete one'],
  ['GET, POST /api/preferences', 'Default conversion value and threshold'],
] as const;

export function ApiEndpoints() {
  return (
    <>
      <p>
        Requests and answers are JSON, with the session cookie. An error answers with a <code>message</code>{' '}
        and, where a program may need it, a <code>code</code>.
      </p>
      <DocsTable
        caption="API endpoints"
        head={['Call', 'Use']}
        rows={CALLS.map(([call, use]) => [<code key="call">{call}</code>, use])}
      />
    </>
  );
}

export function Authentication() {
  return (
    <>
      <p>
        Sign-in works with Google (scopes <code>openid</code>, <code>profile</code> and <code>email</code>) or
        with email and password. Passwords are hashed with bcrypt.
      </p>
      <p>
        A session is a random token in a signed cookie that scripts cannot read; the database knows only its
        SHA-256. It ends after {SESSION_IDLE_MS / DAY_MS} days of inactivity, and after{' '}
        {SESSION_AGE_MS / DAY_MS} days in any case. A request that changes something must come from this site.
      </p>
      <p>
        Guessing is limited: {WRONG_PASSWORDS.count} wrong passwords per account in{' '}
        {WRONG_PASSWORDS.windowMs / MINUTE_MS} minutes, {SIGN_INS.count} sign-ins and {SIGN_UPS.count}{' '}
        sign-ups per network address and hour.
      </p>
    </>
  );
}

export function Deployment() {
  return (
    <>
      <p>
        One package, two programs: a React application, built by Vite and served as static files, and a Hono
        Worker on Cloudflare with a D1 database. One command puts both in place:
      </p>
      <p>
        <code>wrangler deploy</code>
      </p>
      <p>
        The Worker carries the database migrations and applies them itself. To try everything on your own
        computer, <code>npm start</code> builds it and serves it with a local database.
      </p>
    </>
  );
}
