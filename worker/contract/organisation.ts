import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { MAX_DATASET_DAYS, MIN_DATASET_DAYS } from './limits.ts';
import { countSchema } from './metrics.ts';

/**
 * Rules and log of a team. Only admins call what changes something, and read the log.
 *
 * | call | body | answer |
 * |---|---|---|
 * | `GET /api/teams/{team}/rules` | | 200 `teamRulesSchema` |
 * | `PUT /api/teams/{team}/domain` | `domainRuleSchema` | 200 `teamRulesSchema`; 403 `OTHER_DOMAIN` unless it is the domain of this session's sign-in |
 * | `PUT /api/teams/{team}/retention` | `retentionRuleSchema` | 200 `teamRulesSchema` |
 * | `GET /api/teams/{team}/audit?person={person}&area={area}&from={time}&to={time}&before={id}` | | 200 `auditSchema`: newest first; each parameter may be absent |
 *
 * **Domain.** A team with a rule opens only in sessions whose sign-in went through Google with an account of this Google Workspace
 * domain, as the claim `hd` of Google's id token says. The address of an account proves nothing. All other sessions get 403
 * `DOMAIN_REQUIRED` for every call under `/api/teams/{team}` but `POST …/leave`, and cannot join the team or move anything to it.
 *
 * **Retention.** The datasets of a team end this many days after they were stored; figures, rules and versions stay. An end is announced
 * at least `RETENTION_NOTICE_MS` before, as `datasetEndsAt` of the list and of the analysis.
 *
 * **Log.** Each change in a team and its entry are one transaction: without the entry there is no change. It keeps entries for
 * `AUDIT_MS` and the hashes of networks for `AUDIT_NETWORK_MS`. People stand in it under a random id; the answer names those who still
 * have an account.
 */
const timeSchema = z.string();

/** The domain that this session was signed in through; null ends the rule. */
export const domainRuleSchema = z.object({ domain: z.nullable(z.string()) });

const NOT_DAYS = `Datasets end after ${MIN_DATASET_DAYS} to ${MAX_DATASET_DAYS} days, or never`;

/** Null: datasets stay. */
export const retentionRuleSchema = z.object({
  datasetDays: z.nullable(
    z
      .number(NOT_DAYS)
      .check(z.int(NOT_DAYS), z.minimum(MIN_DATASET_DAYS, NOT_DAYS), z.maximum(MAX_DATASET_DAYS, NOT_DAYS)),
  ),
});

/** @public */
export const teamRulesSchema = z.object({
  /** The Google Workspace domain through which a session must have been signed in; null without the rule. */
  domain: z.nullable(z.string()),
  /** The domain of this session; null where it was begun with a password, or by a Google account without a domain. */
  sessionDomain: z.nullable(z.string()),
  datasetDays: z.nullable(z.number()),
  /** Datasets that the team has, and those of them whose end is announced. */
  datasets: countSchema,
  ending: countSchema,
  /** The next announced end. */
  nextEndsAt: z.nullable(timeSchema),
});

/** The subject of an entry: the first word of its action. */
export const AUDIT_AREAS = [
  'analysis',
  'dataset',
  'link',
  'source',
  'rules',
  'connection',
  'resource',
  'push',
  'send',
  'member',
  'invitation',
  'team',
] as const;

export type AuditArea = (typeof AUDIT_AREAS)[number];

/**
 * Every action of the log. Migrations write them; a test holds this list to them.
 *
 * @internal
 */
export const AUDIT_ACTIONS = [
  'analysis.saved',
  'analysis.changed',
  'analysis.renamed',
  'analysis.noted',
  'analysis.moved-here',
  'analysis.moved-away',
  'analysis.deleted',
  'dataset.ended',
  'link.made',
  'link.changed',
  'link.ended',
  'source.made',
  'source.changed',
  'source.renewed',
  'source.run',
  'source.paused',
  'source.resumed',
  'source.ended',
  'rules.entered',
  'connection.made',
  'connection.ended',
  'connection.over',
  'resource.named',
  'resource.unnamed',
  'resource.read',
  'push.begun',
  'push.undone',
  'send.begun',
  'member.joined',
  'member.role',
  'member.left',
  'member.removed',
  'invitation.made',
  'invitation.ended',
  'team.made',
  'team.renamed',
  'team.pushing',
  'team.domain',
  'team.retention',
  'team.deleted',
] as const satisfies readonly `${AuditArea}.${string}`[];

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Somebody in the log. `name` is null once the account is gone. */
const personSchema = z.object({ id: z.string(), name: z.nullable(z.string()) });

const entrySchema = z.object({
  id: z.number(),
  at: timeSchema,
  /** Null where nobody was signed in: the hourly run, or the operator. */
  person: z.nullable(personSchema),
  /** One of `AUDIT_ACTIONS`, as an old page reads a new one. */
  action: z.string(),
  /** The id of the analysis, connection, spreadsheet, ad account, push, send, invitation or team; the person for an entry about a member. */
  object: z.nullable(z.string()),
  /** The name of the object at that time; for a member the name of today. */
  label: z.nullable(z.string()),
  /** The role, the kind, the number of a version, the domain or the days that were chosen. */
  detail: z.nullable(z.string()),
  /** A keyed hash of the network: the same one in two entries is the same network. Null after 30 days, and where it is unknown. */
  network: z.nullable(z.string()),
});

/**
 * At most `AUDIT_PAGE` entries, the newest first. `next` goes into `before` for older ones; null at the end.
 *
 * @public
 */
export const auditSchema = z.object({
  entries: z.array(entrySchema),
  next: z.nullable(z.number()),
  /** Everybody who stands in the log as the one who did something, for the filter. */
  people: z.array(personSchema),
});

export type RetentionRule = z.output<typeof retentionRuleSchema>;
export type TeamRules = z.infer<typeof teamRulesSchema>;
export type AuditPerson = z.infer<typeof personSchema>;
export type AuditEntry = z.infer<typeof entrySchema>;
export type Audit = z.infer<typeof auditSchema>;
