import {
  GOOGLE_ATTEMPT_MS,
  SESSION_AGE_MS,
  SESSION_IDLE_MS,
  SIGN_INS,
  SIGN_UPS,
  WRONG_PASSWORDS,
} from '#contract/limits.ts';
import { PAGE_ENTRIES } from '#contract/pages.ts';
import { CALLS } from './calls.ts';
import { DeploymentDiagram } from './deployment-diagram.tsx';
import { DocsTable } from './docs-table.tsx';
import { GoogleDiagram } from './google-diagram.tsx';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ROUTES = PAGE_ENTRIES.flatMap(([name, { path, docsRow }]) =>
  docsRow ? [[<code key={name}>{path.replace(':id', '{id}')}</code>, docsRow.screen, docsRow.access]] : [],
);

export function RouteTable() {
  return (
    <>
      <DocsTable caption="Routes" head={['Route', 'Screen', 'Access']} rows={ROUTES} />
      <p>
        <code>/?loadAnalysis={'{id}'}</code> opens a saved analysis in the workflow. Without a user, a path
        under /saved leads to the sign-in page; with one, the sign-in and sign-up pages lead home. Any other
        path is not found.
      </p>
    </>
  );
}

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
      <GoogleDiagram />
      <p>
        State, nonce and PKCE verifier count once, for {GOOGLE_ATTEMPT_MS / MINUTE_MS} minutes and in this
        browser only. A person is known by Google&rsquo;s own identifier. If a password account has the same
        address, and Google has verified it, the two become one, and the password, whose owner never proved
        the address, is removed.
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
        <code>npx wrangler deploy</code>
      </p>
      <DeploymentDiagram />
      <p>
        The Worker carries the database migrations and applies them itself. To try everything on your own
        computer, <code>npm start</code> builds it and serves it with a local database.
      </p>
      <p>
        The licences of everything that is sent to your browser are in{' '}
        <a href="/licenses.txt">licenses.txt</a>.
      </p>
    </>
  );
}
