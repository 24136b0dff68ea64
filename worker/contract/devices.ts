import './zod-without-eval.ts';
import * as z from 'zod/mini';

/**
 * The open sessions of the user. All calls need a user, and none tells a token or the hash of one.
 *
 * | call | answer |
 * |---|---|
 * | `GET /api/auth/devices` | 200 `devicesSchema`: this device first, then by the last visit |
 * | `DELETE /api/auth/devices/{device}` | 200 with a message: its session has ended; 404 for one that is over, unknown or somebody else's |
 * | `POST /api/auth/logout/others` | 200 with a message: all sessions but this one have ended |
 */
const deviceSchema = z.object({
  /** Names the session in these calls and nowhere else. */
  id: z.string(),
  /** Such as 'Firefox on Linux'; null where it is not known, as for a session of an earlier release until its next visit. */
  browser: z.nullable(z.string()),
  /** The country of the last visit by its code of two letters (ISO 3166); null where it is not known. */
  country: z.nullable(z.string()),
  /** ISO 8601. */
  signedInAt: z.string(),
  /** To the hour: it is noted at most once in one. Null where it is not known. */
  lastVisitAt: z.nullable(z.string()),
  /** The session of this very call. */
  isThis: z.boolean(),
});

/** @public */
export const devicesSchema = z.object({ devices: z.array(deviceSchema) });

export type Device = z.infer<typeof deviceSchema>;
export type Devices = z.infer<typeof devicesSchema>;
