import { Arrow, Box, BOX_HEIGHT, Diagram, Note } from './diagram.tsx';
import { DocsTable } from './docs-table.tsx';

const TABLES = [
  [
    'users',
    'id, google_id, email, password_hash, first_name, last_name, profile_image_url, created_at, updated_at',
  ],
  ['sessions', 'sid, user_id, sess, expire'],
  [
    'saved_analyses',
    'id, user_id, idempotency_key, file_name, conversion_value, significance_threshold, overall_rate, total_leads, total_qualified, top_metrics, awaits_dataset, created_at, choices, name, note',
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
