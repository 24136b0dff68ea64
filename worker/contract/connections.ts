import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { connectionCheckSchema } from './connection-checks.ts';
import { CONNECTION_KINDS, CONNECTION_NAMES, type ConnectionKind } from './platforms.ts';
import { countSchema } from './metrics.ts';
import { isKeyOf } from './records.ts';

/** The uses of a connection, which stop with it. The last two are absent in answers of an earlier release. */
export const connectionUses = {
  /** Sheets that are read on a schedule which is not paused: for the connection to Google Sheets alone. */
  sources: countSchema,
  /** Pushes to this platform whose undo needs a connection. */
  pushes: countSchema,
  /** Sends that have not reached their end: for the connection that sends values alone. */
  sends: z._default(countSchema, 0),
  /** The first `MAX_NAMED_USES` of them by name: the analyses that are kept current, or the ad accounts. */
  names: z._default(z.array(z.string()), []),
};

/**
 * Connections to other services. All calls need a user.
 *
 * | call | answer |
 * |---|---|
 * | `GET /api/connections` | 200 `connectionsSchema`: the kinds that the site offers |
 * | `POST /api/connections/{kind}/connect` | with `connectSchema`: 200 `consentSchema`; the page navigates to `url` |
 * | `POST /api/connections/{kind}/token` | 200 `accessTokenSchema`, for `BROWSER_KINDS` only, and not to be kept |
 * | `DELETE /api/connections/{kind}` | 200 with a message: the right is given back where the service can, and the connection deleted |
 *
 * `POST /api/connections/{kind}/check` stands in `connection-checks.ts`.
 *
 * **Of a team** there are the first, second and last call, and the check, under `/api/teams/{team}`, for `TEAM_KINDS`. No token of its connections reaches a
 * browser: the Worker uses them itself, for runs, pushes and checks, and for what an admin has named. Whatever reads or writes something
 * else with them answers 403 `NOT_NAMED`. A connection of a team ends with the membership, the role and the account of the admin who made it.
 *
 * | call | answer |
 * |---|---|
 * | `GET /api/teams/{team}/connections/{kind}/named` | 200 `namedSchema`: the named spreadsheets or ad accounts; for editors and admins |
 * | `GET /api/teams/{team}/connections/{kind}/accounts` | 200 `adAccountsSchema`: what can be named, for admins; 404 for sheets |
 * | `PUT /api/teams/{team}/connections/{kind}/named/{resource}` | 200 `namedSchema`; for admins. Its name is that at the service. 409 `PLATFORM_REFUSED` where the connected account does not open it, 409 `TEAM_LIMIT` |
 * | `DELETE /api/teams/{team}/connections/{kind}/named/{resource}` | 200 `namedSchema`; for admins, also where it is not named |
 *
 * The two `POST` answer 404 where the kind is unknown or not offered, the last one where the kind is unknown. Whatever needs the
 * right of a connection answers 409 with the code `DISCONNECTED` where the visitor must connect, or connect again: there is no
 * connection, its owner has ended it at the service, it has expired, or the operator has changed the secret. It answers 502
 * `PROVIDER_UNAVAILABLE` where the service fails.
 *
 * The consent comes back to `GET /auth/google/callback`, `GET /auth/meta/callback` or `GET /auth/microsoft/callback` and ends on
 * the page that it began on: `/connections?{kind}={outcome}` or `/?{kind}={outcome}`, with one of `outcomes`.
 */
const connectionSchema = z.object({
  /** E-mail address or name of the account that was chosen at the service. It may be another one than that of the sign-in. */
  account: z.string(),
  /** ISO 8601, as all times here. Null for a connection of a release before 2026-11. */
  connectedAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
  /** The time after which the visitor must connect again; null where the right has no fixed end. */
  endsAt: z.nullable(z.string()),
  /** In a team the name of the admin who has connected, with whom the connection ends; null where nobody knows: 'Connect again'. */
  madeBy: z.nullable(z.string()),
  /** True if that time is over, or the secret of the operator has changed since: 'Connect again'. */
  isOver: z.boolean(),
  /** True for whoever has made it. Absent in answers of an earlier release, as is all below. */
  mayCheck: z.optional(z.boolean()),
  /** The last one, for whoever may check; null before the first one. */
  check: z.optional(z.nullable(connectionCheckSchema)),
  uses: z.optional(z.object(connectionUses)),
});

export const connectionsSchema = z.object({
  /** Only the kinds that the site offers, in the order of `CONNECTION_KINDS`. */
  connections: z.array(
    z.object({
      kind: z.enum(CONNECTION_KINDS),
      /** False: 'Beta: not yet tried with a live account'. */
      isTried: z.boolean(),
      connection: z.nullable(connectionSchema),
    }),
  ),
});

/**
 * The spreadsheets or ad accounts that a connection of a team serves, by name.
 *
 * @public
 */
export const namedSchema = z.object({
  named: z.array(
    z.object({
      /** The id of a spreadsheet, or of an ad account. */
      id: z.string(),
      name: z.string(),
      namedAt: z.string(),
      /** The admin; null for one that was in use before there were names, and for a former member. */
      namedBy: z.nullable(z.string()),
      /** When the Worker first read it. */
      firstReadAt: z.nullable(z.string()),
      /** Sources that read it on a schedule and are not paused, and pushes to it that can be undone. */
      sources: connectionUses.sources,
      pushes: connectionUses.pushes,
      names: connectionUses.names,
    }),
  ),
});

/** Body of `POST /api/connections/{kind}/connect`: the page that the consent ends on. */
export const connectSchema = z.object({ returnTo: z.enum(['start', 'connections']) });

/** The service's page of consent. */
export const consentSchema = z.object({ url: z.string() });

/**
 * The access token of a connection, for at most an hour. It belongs into the memory of the thread and nowhere else.
 *
 * @internal
 */
export const accessTokenSchema = z.object({ accessToken: z.string(), expiresAt: z.string() });

export type Named = z.infer<typeof namedSchema>;
export type NamedResource = Named['named'][number];
export type Connections = z.infer<typeof connectionsSchema>;
export type OfferedConnection = Connections['connections'][number];
export type Connection = z.infer<typeof connectionSchema>;
export type ReturnTo = z.infer<typeof connectSchema>['returnTo'];
export type Consent = z.infer<typeof consentSchema>;
export type AccessTokenAnswer = z.infer<typeof accessTokenSchema>;

/** The words in `?{kind}={outcome}`, each with the text of its message. */
const outcomes = {
  connected: (name: string) => `${name} is connected.`,
  cancelled: (name: string) => `${name} was not connected. You can try again at any time.`,
  'not-allowed': (name: string) =>
    `${name} was not connected: the permission was not given. Please try again and leave it ticked.`,
  expired: (name: string) => `This request to connect ${name} has expired. Please connect again.`,
  failed: (name: string) => `${name} couldn't be connected. Please try again in a moment.`,
} as const satisfies Record<string, (name: string) => string>;

export type ConsentOutcome = keyof typeof outcomes;

/** The text of an outcome in the address bar; null for an unknown word. */
export function findOutcomeText(kind: ConnectionKind, word: string | null): string | null {
  return word !== null && isKeyOf(outcomes, word) ? outcomes[word](CONNECTION_NAMES[kind]) : null;
}
