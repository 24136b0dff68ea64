import { Fragment } from 'react';
import { tables } from 'virtual:database-tables';
import { PAGE_DOCUMENTS } from '#contract/page-documents.ts';
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

const ROUTES = PAGE_ENTRIES.flatMap(([name, { path }]) => {
  if (name === 'not-found') return [];
  const { screen, access } = PAGE_DOCUMENTS[name];
  return [[<code key={name}>{path.replace(':id', '{id}')}</code>, screen, access]];
});

export function RouteTable() {
  return <DocsTable caption="Routes" head={['Route', 'Screen', 'Access']} rows={ROUTES} />;
}

export function CallTable() {
  return (
    <DocsTable
      caption="Calls of the API"
      head={['Call', 'Use']}
      rows={CALLS.map(([call, use]) => [<Call key="call">{call}</Call>, use])}
    />
  );
}

/** A call that may break after each slash: a small screen then shows the whole table. */
function Call({ children }: { children: string }) {
  return (
    <code>
      {children.split(/(?<=\/)/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  );
}

const [BROWSER, WORKER, GOOGLE] = [0, 1, 2] as const;

export function GoogleDiagram() {
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

export function DeploymentDiagram() {
  return (
    <Diagram
      height={345}
      title="A browser loads the page and its scripts from static assets and calls the Worker. The Worker keeps its data in D1 and asks Google for sign-ins, and Google, Meta and Microsoft for access to what a user has connected."
      caption="The parts and where they run"
    >
      <Zone y={90} height={164} label="Cloudflare" />
      <Arrow from={[MIDDLE - 20, 1 + BOX_HEIGHT]} to={[LEFT + WIDTH / 2, 122]} />
      <Arrow from={[MIDDLE + 20, 1 + BOX_HEIGHT]} to={[RIGHT + WIDTH / 2, 122]} />
      <Note x={LEFT + WIDTH / 2 + 10} y={80} anchor="end" text="page, scripts" />
      <Note x={RIGHT + WIDTH / 2 - 10} y={80} text="API calls" />
      <Box x={MIDDLE - WIDTH / 2} y={1} width={WIDTH} title="Browser" detail="files stay here" />
      <Box x={LEFT} y={124} width={WIDTH} title="Static assets" detail="built by Vite" />
      <Box x={RIGHT} y={124} width={WIDTH} title="Worker" detail="Hono" />
      <Arrow from={[RIGHT + WIDTH / 2, 124 + BOX_HEIGHT]} to={[LEFT + WIDTH + 2, 196 + BOX_HEIGHT / 2]} />
      <Arrow from={[RIGHT + WIDTH / 2, 124 + BOX_HEIGHT]} to={[RIGHT + WIDTH / 2, 298]} />
      <Box x={LEFT} y={196} width={WIDTH} title="D1 database" detail="accounts, saves" />
      <Box x={RIGHT} y={300} width={WIDTH} title="Other services" detail="sign-in, connections" />
    </Diagram>
  );
}

export function TableOfTables() {
  return (
    <DocsTable
      caption="Tables and their columns"
      head={['Table', 'Columns']}
      rows={tables.map(({ name, columns }) => [<code key="name">{name}</code>, columns.join(', ')])}
    />
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
export function SchemaDiagram() {
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
      <Note x={middle(0) - 8} y={ROWS[1] - 14} anchor="end" text="many" />
      <Note x={middle(1) + 8} y={ROWS[1] - 14} text="many" />
      <Note x={middle(2) + 8} y={ROWS[1] - 14} text="one" />
      <Note x={middle(1) + 8} y={ROWS[2] - 17} text="one per kind" />
      <Note x={middle(1) + 8} y={ROWS[3] - 17} text="many" />
      <Box {...COLUMNS[1]} y={ROWS[0]} title="users" />
      <Box {...COLUMNS[0]} y={ROWS[1]} title="sessions" />
      <Box {...COLUMNS[1]} y={ROWS[1]} title="saved_analyses" />
      <Box {...COLUMNS[2]} y={ROWS[1]} title="user_preferences" />
      <Box {...COLUMNS[1]} y={ROWS[2]} title="uploads" />
      <Box {...COLUMNS[1]} y={ROWS[3]} title="upload_parts" />
    </Diagram>
  );
}
