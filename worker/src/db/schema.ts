import type { IN_USE_BY, NO_ALERTS } from '#contract/alerts.ts';
import type { AuditAction } from '#contract/organisation.ts';
import type { ConnectionCheck } from '#contract/connection-checks.ts';
import type { ConnectionKind, RuleKind } from '#contract/platforms.ts';
import type { CheckedSave } from '#contract/analyses.ts';
import type { ListedChoices } from '#contract/answers.ts';
import type { Metric, StoredToEnter } from '#contract/metrics.ts';
import type { NewValues } from '#contract/sources.ts';
import type { PushedRule } from '#contract/pushes.ts';
import type { SharedFigures } from '#contract/sharing.ts';
import type { Currency } from '#contract/currencies.ts';
import type { LinkUse } from '#contract/mail.ts';
import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import type { DifferenceRow, PushRecord } from '#contract/push-answers.ts';
import type { Role } from '#contract/roles.ts';
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { FallenRule, Json, ListedFigures, StoredLatest, StoredMetric, StoredRequests } from './json.ts';

export const users = sqliteTable('users', {
  id: text().primaryKey(),
  googleId: text('google_id').unique(),
  email: text().notNull().unique(),
  passwordHash: text('password_hash'),
  firstName: text('first_name'),
  lastName: text('last_name'),
  profileImageUrl: text('profile_image_url'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  emailProvedAt: integer('email_proved_at'),
  alertMailAt: integer('alert_mail_at'),
  /** Triggers keep both: see `stored-bytes.ts`. */
  storedBytes: integer('stored_bytes').notNull().default(0),
  bucketBytes: integer('bucket_bytes').notNull().default(0),
});

const owner = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** The user of a change: empty once the account is gone. */
const author = (name: string) => text(name).references(() => users.id, { onDelete: 'set null' });

/** Each is a row of `users` too, with the same id. */
export const teams = sqliteTable('teams', {
  id: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  editorsPush: integer('editors_push', { mode: 'boolean' }).notNull().default(false),
  /** The admin whom its bytes count for. Triggers of 0023 hand it on. */
  madeBy: author('made_by'),
  createdAt: integer('created_at').notNull(),
  requiredDomain: text('required_domain'),
  datasetDays: integer('dataset_days'),
});

const teamOf = () =>
  text('team_id')
    .notNull()
    .references(() => teams.id, { onDelete: 'cascade' });

export const members = sqliteTable(
  'members',
  {
    teamId: teamOf(),
    userId: owner(),
    role: text().$type<Role>().notNull(),
    joinedAt: integer('joined_at').notNull(),
  },
  (member) => [primaryKey({ columns: [member.teamId, member.userId] })],
);

/** `userId` is who has invited. */
export const invitations = sqliteTable('invitations', {
  id: text().primaryKey(),
  teamId: teamOf(),
  userId: owner(),
  role: text().$type<Role>().notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  email: text(),
  madeAt: integer('made_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  mailedAt: integer('mailed_at'),
});

/** How and when a session was begun. A session of an earlier release has the time only. */
export interface SessionFacts {
  createdAt: number;
  provider?: 'google' | 'password';
  /** The Google Workspace domain of the account, as Google's id token named it at this sign-in. */
  hd?: string;
}

export const sessions = sqliteTable('sessions', {
  sid: text().primaryKey(),
  userId: owner(),
  sess: text({ mode: 'json' }).$type<SessionFacts>().notNull(),
  expire: integer().notNull(),
  /** The database gives it. */
  id: text().unique(),
  browser: text(),
  country: text(),
  seenAt: integer('seen_at'),
});

export const mailLinks = sqliteTable('mail_links', {
  tokenHash: text('token_hash').primaryKey(),
  userId: owner(),
  purpose: text().$type<LinkUse>().notNull(),
  expiresAt: integer('expires_at').notNull(),
});

export const savedAnalyses = sqliteTable('saved_analyses', {
  id: text().primaryKey(),
  userId: owner(),
  idempotencyKey: text('idempotency_key'),
  fileName: text('file_name').notNull(),
  conversionValue: real('conversion_value').notNull(),
  significanceThreshold: real('significance_threshold').notNull(),
  overallRate: real('overall_rate').notNull(),
  totalLeads: integer('total_leads').notNull(),
  totalQualified: integer('total_qualified').notNull(),
  topMetrics: text('top_metrics').$type<Json<StoredMetric[]>>().notNull(),
  awaitsDataset: integer('awaits_dataset', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
  choices: text().$type<Json<ListedChoices>>(),
  name: text(),
  note: text().notNull().default(''),
  version: integer().notNull().default(1),
  updatedAt: integer('updated_at'),
  madeBy: author('made_by'),
  updatedBy: author('updated_by'),
});

export const sharedAnalyses = sqliteTable('shared_analyses', {
  analysisId: text('analysis_id')
    .primaryKey()
    .references(() => savedAnalyses.id, { onDelete: 'cascade' }),
  userId: owner(),
  tokenHash: text('token_hash').notNull().unique(),
  figures: text().$type<Json<SharedFigures>>().notNull(),
  publishedAt: integer('published_at').notNull(),
  expiresAt: integer('expires_at'),
  opens: integer().notNull(),
});

export const uploads = sqliteTable('uploads', {
  id: text().primaryKey(),
  userId: owner(),
  analysisId: text('analysis_id').references(() => savedAnalyses.id, { onDelete: 'cascade' }),
  kind: text().$type<'configuration' | 'analysis' | 'mixes' | 'dataset'>().notNull(),
  parts: integer().notNull(),
  bytes: integer().notNull(),
  createdAt: integer('created_at').notNull(),
  objectKey: text('object_key'),
});

/** The datasets of teams that end at a time that was announced. */
export const datasetEnds = sqliteTable('dataset_ends', {
  uploadId: text('upload_id')
    .primaryKey()
    .references(() => uploads.id, { onDelete: 'cascade' }),
  endsAt: integer('ends_at').notNull(),
});

export const objectsToDelete = sqliteTable('objects_to_delete', {
  objectKey: text('object_key').primaryKey(),
  dueAt: integer('due_at').notNull(),
});

export const uploadParts = sqliteTable(
  'upload_parts',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    content: text().notNull(),
  },
  (part) => [primaryKey({ columns: [part.uploadId, part.position] })],
);

export const userPreferences = sqliteTable('user_preferences', {
  id: text().primaryKey(),
  userId: owner().unique(),
  defaultConversionValue: real('default_conversion_value').notNull(),
  defaultSignificanceThreshold: real('default_significance_threshold').notNull(),
  updatedAt: integer('updated_at').notNull(),
  defaultCurrency: text('default_currency').$type<Currency>().notNull().default(DEFAULT_CURRENCY),
});

export const connections = sqliteTable(
  'connections',
  {
    userId: owner(),
    kind: text().$type<ConnectionKind>().notNull(),
    account: text().notNull(),
    keyVersion: text('key_version').notNull(),
    refreshToken: text('refresh_token').notNull(),
    accessToken: text('access_token'),
    accessExpiresAt: integer('access_expires_at').notNull(),
    endsAt: integer('ends_at'),
    connectedAt: integer('connected_at'),
    lastUsedAt: integer('last_used_at'),
    lease: text(),
    leaseUntil: integer('lease_until').notNull(),
    /** A connection of a team ends with the role of its maker: see the migration. */
    madeBy: text('made_by').references(() => users.id, { onDelete: 'cascade' }),
    /** A new consent empties it: see the migration. */
    lastCheck: text('last_check', { mode: 'json' }).$type<ConnectionCheck>(),
    /** At a service whose names are not unique. */
    accountId: text('account_id'),
  },
  (connection) => [primaryKey({ columns: [connection.userId, connection.kind] })],
);

/** Rights that have ended here, until they are given back at their service. Triggers write it: see the migration. */
export const endedRights = sqliteTable('ended_rights', {
  id: integer().primaryKey(),
  userId: text('owner_id').notNull(),
  kind: text().$type<ConnectionKind>().notNull(),
  account: text().notNull(),
  keyVersion: text('key_version').notNull(),
  refreshToken: text('refresh_token').notNull(),
  endedAt: integer('ended_at').notNull(),
  dueAt: integer('due_at').notNull(),
  tries: integer().notNull().default(0),
  accountId: text('account_id'),
});

/** The spreadsheets and ad accounts that the connections of a team serve. */
export const namedResources = sqliteTable(
  'named_resources',
  {
    teamId: teamOf(),
    kind: text().$type<ConnectionKind>().notNull(),
    resourceId: text('resource_id').notNull(),
    name: text().notNull(),
    namedBy: author('named_by'),
    namedAt: integer('named_at').notNull(),
    firstReadAt: integer('first_read_at'),
    via: text(),
  },
  (named) => [primaryKey({ columns: [named.teamId, named.kind, named.resourceId] })],
);

/** Empty since `connections`: only a Worker of the release before writes it, while a newer one is deployed. */
export const sheetsConnections = sqliteTable('sheets_connections', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  keyVersion: text('key_version').notNull(),
  refreshToken: text('refresh_token').notNull(),
  accessToken: text('access_token'),
  accessExpiresAt: integer('access_expires_at').notNull(),
  lease: text(),
  leaseUntil: integer('lease_until').notNull(),
});

const json = <T = unknown>(name: string) => text(name, { mode: 'json' }).$type<T>();

/** Its texts of JSON are those of `pushes/push.ts`. */
export const pushes = sqliteTable('pushes', {
  id: text().primaryKey(),
  userId: owner(),
  kind: text().$type<RuleKind>().notNull(),
  accountId: text('target_id').notNull(),
  via: text(),
  accountName: text('target_name').notNull(),
  madeBy: text('made_by').notNull(),
  createdAt: integer('created_at').notNull(),
  state: text().$type<PushState>().notNull(),
  busyUntil: integer('busy_until').notNull(),
  rules: json<PushedRule[]>('rules').notNull(),
  difference: json<DifferenceRow[]>('difference').notNull(),
  before: json('before_rules'),
  after: json('after_rules'),
  ids: json('ids').notNull(),
  pending: json('pending'),
  written: json<string[]>('written').notNull(),
  problem: text(),
  next: json<string[]>('next').notNull(),
  kept: json<string[]>('kept').notNull(),
  undoneAt: integer('undone_at'),
  inUse: text('in_use').$type<PushRecord['rulesInUse']>(),
});

/** `undoing` is `writing` for an undo; `stopped` and `undo-stopped` did not write all. */
export type PushState = 'writing' | 'done' | 'stopped' | 'undoing' | 'undone' | 'undo-stopped';

export const sends = sqliteTable('sends', {
  id: text().primaryKey(),
  userId: owner(),
  account: text().notNull(),
  manager: text(),
  action: text().notNull(),
  fingerprint: text().notNull(),
  total: integer().notNull(),
  madeAt: integer('made_at').notNull(),
  done: integer().notNull(),
  refused: integer().notNull(),
  requests: text().$type<Json<StoredRequests>>().notNull(),
  startedAt: integer('started_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});
const analysisOf = () =>
  text('analysis_id')
    .notNull()
    .references(() => savedAnalyses.id, { onDelete: 'cascade' });

export const sources = sqliteTable('sources', {
  id: text().primaryKey(),
  userId: owner(),
  analysisId: analysisOf().unique(),
  kind: text().$type<'inbox' | 'sheet'>().notNull(),
  spec: text(),
  schedule: text(),
  tokenHash: text('token_hash'),
  state: text().$type<'active' | 'paused'>().notNull(),
  failures: integer().notNull().default(0),
  lastError: text('last_error'),
  lastRunAt: integer('last_run_at'),
  nextDueAt: integer('next_due_at'),
  lease: text(),
  leaseUntil: integer('lease_until').notNull().default(0),
  createdAt: integer('created_at').notNull(),
  starts: integer().notNull().default(0),
});

export const versions = sqliteTable(
  'versions',
  {
    analysisId: analysisOf(),
    number: integer().notNull(),
    userId: owner(),
    sourceId: text('source_id').notNull(),
    madeAt: integer('made_at').notNull(),
    leads: integer().notNull(),
    converted: integer().notNull(),
    newValues: text('new_values').$type<Json<NewValues[]>>().notNull(),
    metrics: text().$type<Json<ListedFigures | Metric[]>>().notNull(),
    figures: text().$type<Json<CheckedSave['analysisData']>>().notNull(),
    deliveryKey: text('delivery_key'),
    bodyHash: text('body_hash'),
    enteredAt: integer('entered_at'),
    newestDay: integer('newest_day'),
    latest: text().$type<Json<StoredLatest>>(),
  },
  (version) => [primaryKey({ columns: [version.analysisId, version.number] })],
);

/** The figures of a counted file, as they are stored. */
export type CountedVersion = Pick<
  typeof versions.$inferSelect,
  'leads' | 'converted' | 'newValues' | 'metrics' | 'figures' | 'newestDay' | 'latest'
>;

export const watchedRules = sqliteTable('watched_rules', {
  analysisId: text('analysis_id')
    .primaryKey()
    .references(() => savedAnalyses.id, { onDelete: 'cascade' }),
  userId: owner(),
  reference: text().notNull(),
  version: integer().notNull(),
  since: integer().notNull(),
  usedBy: text('used_by').$type<(typeof IN_USE_BY)[number]>().notNull(),
  newestDay: integer('newest_day'),
  judgedAt: integer('judged_at'),
  missing: text().$type<(typeof NO_ALERTS)[number]>(),
  isByValue: integer('by_value', { mode: 'boolean' }).notNull(),
  rules: text().notNull(),
});

export const alerts = sqliteTable(
  'alerts',
  {
    analysisId: analysisOf(),
    reference: text().notNull(),
    rule: integer().notNull(),
    userId: owner(),
    version: integer().notNull(),
    figures: text().$type<Json<FallenRule>>().notNull(),
    madeAt: integer('made_at').notNull(),
    seenAt: integer('seen_at'),
    mailedAt: integer('mailed_at'),
  },
  (alert) => [primaryKey({ columns: [alert.analysisId, alert.reference, alert.rule] })],
);

/** The rules in use and alerts of the time before a push, which its mark keeps. */
export interface RulesBefore {
  /** Null where none were in use. */
  rules: typeof watchedRules.$inferSelect | null;
  /** Those of these rules. */
  alerts: (typeof alerts.$inferSelect)[];
  /** When the version of the mark was marked before; null where it was not. */
  enteredAt: number | null;
}

/** See `push-marks.ts`. */
export const pushMarks = sqliteTable('push_marks', {
  pushId: text('push_id')
    .primaryKey()
    .references(() => pushes.id, { onDelete: 'cascade' }),
  analysisId: analysisOf(),
  userId: owner(),
  reference: text().notNull(),
  version: integer().notNull(),
  since: integer().notNull(),
  entered: text().$type<Json<StoredToEnter[]>>(),
  before: text('before_rules').$type<Json<RulesBefore>>().notNull(),
});

export const rateLimits = sqliteTable('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  expiresAt: integer('expires_at').notNull(),
});

export const usedStates = sqliteTable('used_states', {
  state: text().primaryKey(),
  expiresAt: integer('expires_at').notNull(),
});

export const settings = sqliteTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** The log of what was changed in teams. Triggers write it: see the migration. */
export const audit = sqliteTable('audit', {
  id: integer().primaryKey(),
  teamId: text('team_id').notNull(),
  at: integer().notNull(),
  person: text(),
  action: text().$type<AuditAction>().notNull(),
  object: text(),
  label: text(),
  detail: text(),
  network: text(),
});

/** The bytes of the logs of teams that are gone, which count for the makers of the teams. */
export const goneLogs = sqliteTable('gone_logs', {
  teamId: text('team_id').primaryKey(),
  userId: owner(),
  bytes: integer().notNull(),
});

/** The random names that users have in the log. */
export const auditPeople = sqliteTable('audit_people', {
  id: text().primaryKey(),
  person: text().notNull().unique(),
});

/**
 * Empty, except while a transaction runs whose actor is known: `audit-actor.ts`.
 *
 * @internal
 */
export const acting = sqliteTable('acting', {
  id: integer().primaryKey(),
  person: text().notNull(),
  network: text(),
  at: integer().notNull(),
});
