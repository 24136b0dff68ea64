import {
  FAILED_SIGN_INS,
  GOOGLE_ATTEMPT_MS,
  MAX_ANALYSES,
  MAX_DATASET_BYTES,
  MAX_ROW_BYTES,
  MAX_SAVE_BYTES,
  MAX_SESSIONS,
  MAX_STORED_BYTES,
  MIB,
  SESSION_AGE_MS,
  SESSION_IDLE_MS,
  SIGN_UPS,
  STORED_BY_NETWORK,
  WRONG_PASSWORDS,
  WRONG_PASSWORDS_PER_ACCOUNT,
} from '#contract/limits.ts';
import { PAGE_ENTRIES } from '#contract/pages.ts';
import { CALLS } from './checked-facts.ts';
import {
  Arrow,
  Box,
  BOX_HEIGHT,
  Diagram,
  DIAGRAM_WIDTH,
  DocsTable,
  Note,
  SequenceDiagram,
  Zone,
} from './figures.tsx';

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
        under /saved leads to the sign-in page; with a user, the sign-in and sign-up pages lead home. All
        other paths show that the page was not found.
      </p>
    </>
  );
}

export function ApiEndpoints() {
  return (
    <>
      <p>
        Requests and answers are JSON, with the session cookie. An error answers with a <code>message</code>{' '}
        and, where a program may need it, a <code>code</code>. A dataset is gzip: one JSON array of texts per
        line, the headers first.
      </p>
      <DocsTable
        caption="API endpoints"
        head={['Call', 'Use']}
        rows={CALLS.map(([call, use]) => [<code key="call">{call}</code>, use])}
      />
      <p>
        A save has at most {MAX_SAVE_BYTES / MIB} MiB, its dataset at most {MAX_DATASET_BYTES / MIB} MiB and{' '}
        {MAX_ROW_BYTES / MIB} MiB per row. An account keeps {MAX_ANALYSES} analyses and{' '}
        {MAX_STORED_BYTES.google / MIB} MB of compressed data with a Google identity,{' '}
        {MAX_STORED_BYTES.password / MIB} MB without; a network stores {STORED_BY_NETWORK.count / MIB} MB a
        day, in a small database a tenth of the room for saves. All accounts without a Google identity share a
        quarter of that room. A nearly full database answers saves with 507.{' '}
        <code>GET /api/analyses/{'{id}'}?dataset=apart</code> leaves the rows out.
      </p>
    </>
  );
}

export function Authentication() {
  return (
    <>
      <p>
        Sign-in works with Google (scopes <code>openid</code>, <code>profile</code> and <code>email</code>) or
        with email and password. The server hashes passwords with bcrypt.
      </p>
      <GoogleDiagram />
      <p>
        State, nonce and PKCE verifier are valid once, for {GOOGLE_ATTEMPT_MS / MINUTE_MS} minutes and in this
        browser only; for the connection to Google Sheets, also in this session and for this user only. The
        server recognises a user by Google&rsquo;s own identifier. A password account with the same address
        becomes a Google account if Google itself gives out the address (Gmail, or a Google Workspace with the
        domain of the address). The password, the read-only links and the connection to Google Sheets are
        removed, since their owner never proved the address. For any other address the page asks for the
        password once, and both ways to sign in work afterwards.
      </p>
      <p>
        A session is a random token in a signed cookie that scripts cannot read; the database holds only its
        SHA-256. It ends after {SESSION_IDLE_MS / DAY_MS} days of inactivity, and after{' '}
        {SESSION_AGE_MS / DAY_MS} days in any case. Of more than {MAX_SESSIONS} sessions of a user the oldest
        ends. A new password ends all other sessions. Changing the password or deleting the account asks for
        the password; where there is none, Google confirms the owner before a deletion. A request that changes
        data must come from this site.
      </p>
      <p>
        The server limits guessing. A browser that has signed in to the account before, which a signed cookie
        shows, may enter {WRONG_PASSWORDS.count} wrong passwords in {WRONG_PASSWORDS.windowMs / MINUTE_MS}{' '}
        minutes. All other browsers of one network share the same number per account, and those of all
        networks share {WRONG_PASSWORDS_PER_ACCOUNT.count} per account and hour. A network has{' '}
        {FAILED_SIGN_INS.count} failed sign-ins and {SIGN_UPS.count} sign-ups per hour.
      </p>
    </>
  );
}

export function Deployment() {
  return (
    <>
      <p>
        One package, two programs: a React application, built by Vite and served as static files, and a Hono
        Worker on Cloudflare with a D1 database. One command deploys both:
      </p>
      <p>
        <code>npx wrangler deploy</code>
      </p>
      <DeploymentDiagram />
      <p>
        The Worker contains the database migrations and applies them itself. On your own computer,{' '}
        <code>npm start</code> builds the site and serves it with a local database.
      </p>
      <p>
        The file <a href="/licenses.txt">licenses.txt</a> has the licences of all code that your browser gets.
      </p>
    </>
  );
}

const [BROWSER, WORKER, GOOGLE] = [0, 1, 2] as const;

function GoogleDiagram() {
  return (
    <SequenceDiagram
      title="The browser asks the Worker, which redirects it to Google with a state, a nonce and a PKCE challenge. Google redirects it back with a code. The Worker exchanges code and verifier for an ID token and sets the session cookie."
      caption="Signing in with Google"
      lanes={['Browser', 'Worker', 'Google']}
      messages={[
        { from: BROWSER, to: WORKER, text: 'Continue' },
        { from: WORKER, to: BROWSER, text: 'state, PKCE', isAnswer: true },
        { from: BROWSER, to: GOOGLE, text: 'profile and e-mail?' },
        { from: GOOGLE, to: BROWSER, text: 'code and state', isAnswer: true },
        { from: BROWSER, to: WORKER, text: 'code, state' },
        { from: WORKER, to: GOOGLE, text: 'code, verifier' },
        { from: GOOGLE, to: WORKER, text: 'ID token', isAnswer: true },
        { from: WORKER, to: BROWSER, text: 'session cookie', isAnswer: true },
      ]}
    />
  );
}

const MIDDLE = DIAGRAM_WIDTH / 2;
const WIDTH = 136;
const [LEFT, RIGHT] = [20, DIAGRAM_WIDTH - 20 - WIDTH] as const;

function DeploymentDiagram() {
  return (
    <Diagram
      height={345}
      title="A browser loads the page and its scripts from static assets and calls the Worker. The Worker keeps its data in D1 and asks Google for sign-ins and for access to spreadsheets."
      caption="The parts and where they run"
    >
      <Zone y={90} height={164} label="Cloudflare" />
      <Arrow from={[MIDDLE - 20, 1 + BOX_HEIGHT]} to={[LEFT + WIDTH / 2, 122]} />
      <Arrow from={[MIDDLE + 20, 1 + BOX_HEIGHT]} to={[RIGHT + WIDTH / 2, 122]} />
      <Note x={LEFT + WIDTH / 2 + 10} y={80} anchor="end">
        page, scripts
      </Note>
      <Note x={RIGHT + WIDTH / 2 - 10} y={80}>
        API calls
      </Note>
      <Box x={MIDDLE - WIDTH / 2} y={1} width={WIDTH} title="Browser" detail="files stay here" />
      <Box x={LEFT} y={124} width={WIDTH} title="Static assets" detail="built by Vite" />
      <Box x={RIGHT} y={124} width={WIDTH} title="Worker" detail="Hono" />
      <Arrow from={[RIGHT + WIDTH / 2, 124 + BOX_HEIGHT]} to={[LEFT + WIDTH + 2, 196 + BOX_HEIGHT / 2]} />
      <Arrow from={[RIGHT + WIDTH / 2, 124 + BOX_HEIGHT]} to={[RIGHT + WIDTH / 2, 298]} />
      <Box x={LEFT} y={196} width={WIDTH} title="D1 database" detail="accounts, saves" />
      <Box x={RIGHT} y={300} width={WIDTH} title="Google" detail="sign-in, Sheets" />
    </Diagram>
  );
}

const TABLES = [
  [
    'users',
    'id, google_id, email, password_hash, first_name, last_name, profile_image_url, created_at, updated_at',
  ],
  ['sessions', 'sid, user_id, sess, expire'],
  [
    'saved_analyses',
    'id, user_id, idempotency_key, file_name, conversion_value, significance_threshold, overall_rate, total_leads, total_qualified, top_metrics, awaits_dataset, created_at, choices, name, note, version, updated_at',
  ],
  ['uploads', 'id, user_id, analysis_id, kind, parts, bytes, created_at, object_key'],
  ['upload_parts', 'upload_id, position, content'],
  [
    'user_preferences',
    'id, user_id, default_conversion_value, default_significance_threshold, updated_at, default_currency',
  ],
  ['rate_limits', 'key, count, expires_at'],
  ['used_states', 'state, expires_at'],
  ['settings', 'name, value'],
  ['objects_to_delete', 'object_key, due_at'],
  ['shared_analyses', 'analysis_id, user_id, token_hash, figures, published_at, expires_at, opens'],
  [
    'sheets_connections',
    'user_id, email, key_version, refresh_token, access_token, access_expires_at, lease, lease_until',
  ],
] as const;

export function DatabaseSchema() {
  return (
    <>
      <p>
        A D1 database (SQLite). A user has many saved analyses and one record of preferences; deleting the
        user also deletes these, the sessions and all other records of the user.
      </p>
      <SchemaDiagram />
      <DocsTable
        caption="Tables and their columns"
        head={['Table', 'Columns']}
        rows={TABLES.map(([table, columns]) => [<code key="name">{table}</code>, columns])}
      />
      <p>
        <code>saved_analyses</code> holds the figures and <code>choices</code> that the list shows, and no
        rows of a file. Long texts (the analysis, its configuration and the dataset) are <code>uploads</code>,
        compressed and cut into <code>upload_parts</code>, because D1 takes at most 2 MB in one value. Where
        the site has a bucket of object storage (R2), an upload of a dataset names its object there instead.
        An object that no analysis has any more is in <code>objects_to_delete</code>, which the clean-up of
        every hour works through. <code>sid</code> is the SHA-256 of the token in the cookie, and{' '}
        <code>token_hash</code> that of the token in a read-only link. The tokens of Google in{' '}
        <code>sheets_connections</code> are sealed with a key that is not in the database.
      </p>
    </>
  );
}

const COLUMNS = [
  { x: 1, width: 78 },
  { x: 88, width: 116 },
  { x: 213, width: 126 },
] as const;
const ROWS = [1, 101, 189, 277] as const;
const middle = (column: 0 | 1 | 2) => COLUMNS[column].x + COLUMNS[column].width / 2;

/** The tables that refer to each other. */
function SchemaDiagram() {
  return (
    <Diagram
      height={ROWS[3] + BOX_HEIGHT + 1}
      title="A user has many sessions, many saved analyses and one record of preferences. A saved analysis has up to three uploads, an upload many parts. Deleting a record also deletes the records that its arrows point to."
      caption="Tables and their records; deleting follows the arrows"
    >
      <Arrow from={[middle(1), ROWS[0] + BOX_HEIGHT]} to={[middle(0), ROWS[1] - 2]} />
      <Arrow from={[middle(1), ROWS[0] + BOX_HEIGHT]} to={[middle(1), ROWS[1] - 2]} />
      <Arrow from={[middle(1), ROWS[0] + BOX_HEIGHT]} to={[middle(2), ROWS[1] - 2]} />
      <Arrow from={[middle(1), ROWS[1] + BOX_HEIGHT]} to={[middle(1), ROWS[2] - 2]} />
      <Arrow from={[middle(1), ROWS[2] + BOX_HEIGHT]} to={[middle(1), ROWS[3] - 2]} />
      <Note x={middle(0) - 8} y={ROWS[1] - 14} anchor="end">
        many
      </Note>
      <Note x={middle(1) + 8} y={ROWS[1] - 14}>
        many
      </Note>
      <Note x={middle(2) + 8} y={ROWS[1] - 14}>
        one
      </Note>
      <Note x={middle(1) + 8} y={ROWS[2] - 17}>
        one per kind
      </Note>
      <Note x={middle(1) + 8} y={ROWS[3] - 17}>
        many
      </Note>
      <Box {...COLUMNS[1]} y={ROWS[0]} title="users" />
      <Box {...COLUMNS[0]} y={ROWS[1]} title="sessions" />
      <Box {...COLUMNS[1]} y={ROWS[1]} title="saved_analyses" />
      <Box {...COLUMNS[2]} y={ROWS[1]} title="user_preferences" />
      <Box {...COLUMNS[1]} y={ROWS[2]} title="uploads" />
      <Box {...COLUMNS[1]} y={ROWS[3]} title="upload_parts" />
    </Diagram>
  );
}
