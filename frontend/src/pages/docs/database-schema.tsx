import { DocsTable } from './docs-table.tsx';
import { SchemaDiagram } from './schema-diagram.tsx';

const TABLES = [
  [
    'users',
    'id, google_id, email, password_hash, first_name, last_name, profile_image_url, created_at, updated_at',
  ],
  ['sessions', 'sid, user_id, sess, expire'],
  [
    'saved_analyses',
    'id, user_id, idempotency_key, file_name, conversion_value, significance_threshold, overall_rate, total_leads, total_qualified, top_metrics, awaits_dataset, created_at',
  ],
  ['uploads', 'id, user_id, analysis_id, kind, parts, bytes, created_at'],
  ['upload_parts', 'upload_id, position, content'],
  ['user_preferences', 'id, user_id, default_conversion_value, default_significance_threshold, updated_at'],
  ['rate_limits', 'key, count, expires_at'],
  ['used_states', 'state, expires_at'],
  ['settings', 'name, value'],
] as const;

export function DatabaseSchema() {
  return (
    <>
      <p>
        A D1 database (SQLite). A user has many saved analyses and one record of preferences; deleting the
        user deletes them, the sessions and everything else that refers to the user.
      </p>
      <SchemaDiagram />
      <DocsTable
        caption="Tables and their columns"
        head={['Table', 'Columns']}
        rows={TABLES.map(([table, columns]) => [<code key="name">{table}</code>, columns])}
      />
      <p>
        <code>saved_analyses</code> holds the figures that the list shows, and no rows of a file. Long texts,
        the analysis, its configuration and the dataset, are <code>uploads</code>, compressed and cut into{' '}
        <code>upload_parts</code>, because D1 takes at most 2 MB in one value. <code>sid</code> is the SHA-256
        of the token in the cookie.
      </p>
    </>
  );
}
