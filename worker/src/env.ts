import type { Context } from 'hono';
import type { SessionUser } from '#worker/auth/sessions.ts';
import type { Action } from '#contract/roles.ts';
import type { AuditActor } from '#worker/db/audit-actor.ts';
import type { Database } from '#worker/db/client.ts';
import type { MemberTeam } from '#worker/db/teams.ts';
import type { MailEnv } from '#worker/mail/send.ts';
import type { PlatformSettings } from '#worker/platforms/platforms.ts';

/** The parameters of a run. Its instance has an id of its own, which holds the lease of the source. */
export interface SourceRunParams {
  sourceId: string;
  /** The time that the run is for, in milliseconds. */
  dueAt: number;
}

/** Bindings of wrangler.toml, and optional secrets. */
export interface Env extends MailEnv, PlatformSettings {
  DB: D1Database;
  ASSETS: Fetcher;
  /** The runs that read a Google Sheet on a schedule. */
  SOURCE_RUNS: Workflow<SourceRunParams>;
  /** Megabytes that the database may have, by the plan of the operator. */
  DATABASE_MB?: number;
  /** If it is bound, new datasets are stored there instead of in the database. */
  DATASETS?: R2Bucket;
  /**
   * Signs the cookies. Without it a random key is made once and kept in the database, and no other service can be connected.
   */
  SESSION_SECRET?: string;
  /** Kinds of connections that the operator has tried with a live account, with spaces: their pages no longer say 'Beta'. */
  TRIED?: string;
  /** 'on': saved analyses can have an inbox, whose deliveries the Worker counts. */
  INBOX?: string;
  /** 'on': saved analyses can be kept current from a Google Sheet, which the Worker reads on a schedule. */
  SCHEDULED_RUNS?: string;
  /** Only tests set it: it replaces the interface of Google Sheets. */
  GOOGLE_SHEETS_ORIGIN?: string;
}

/** The site, for work that may run without a request. */
export interface Site {
  env: Env;
  db: Database;
}

/** The source of the clients of other services. The context of a request is one. */
export interface Deployment {
  env: Env;
  /** Its address is that of the site. */
  req: { url: string };
}

export interface AppEnv {
  Bindings: Env;
  Variables: {
    db: Database;
    /** Hash of the token in a validly signed session cookie. The session itself may be over. */
    presentedSid: string | null;
    /** The signed-in user; null without a session. */
    signedInUser: SessionUser | null;
    /** The Google Workspace domain that Google has named at the sign-in of the session; null without one. */
    hostedDomain: string | null;
    /** The user whom the log of a team names for the changes of this request; absent where it names nobody. */
    auditActor?: AuditActor;
    /** The same user, never null, for handlers behind `requireUser`. */
    requester: SessionUser;
    /** Owns what the call reads and changes: the user, or the team in the address. */
    workspace: { id: string };
    /** The team in the address, of which the user is a member; absent without one. */
    team?: MemberTeam;
    /** The right that the call needs in the team; absent without a team. */
    action?: Action;
  };
}

/** The context of a call. */
export type AppContext = Context<AppEnv>;
