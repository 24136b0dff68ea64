import type { SessionUser } from '#worker/auth/sessions.ts';
import type { Database } from '#worker/db/client.ts';

/** Bindings of wrangler.toml, and secrets of which none is required. */
export interface Env {
  DB: D1Database;
  ASSETS: Fetcher;
  /** Megabytes that the database may have, by the plan of the operator. */
  DATABASE_MB?: number;
  /** Where it is bound, new datasets go there instead of the database. */
  DATASETS?: R2Bucket;
  /** Signs the cookies. Without it a random key is made once and kept in the database. */
  SESSION_SECRET?: string;
  /** Without both, 'Continue with Google' says that it is not set up. */
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  /** For tests only: another OpenID provider in Google's place. */
  GOOGLE_ISSUER?: string;
  GOOGLE_AUTHORIZATION_ENDPOINT?: string;
  GOOGLE_TOKEN_ENDPOINT?: string;
}

export interface AppEnv {
  Bindings: Env;
  Variables: {
    /** The database of this request. */
    db: Database;
    /** Hash of the token in a rightly signed cookie, whether or not its session is alive. */
    presentedSid: string | null;
    /** Who is asking, if anybody. */
    user: SessionUser | null;
    /** The same, for handlers behind `requireUser`. */
    owner: SessionUser;
  };
}
