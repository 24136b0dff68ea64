import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { countSchema } from './metrics.ts';

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
