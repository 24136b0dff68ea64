/** Bytes in a mebibyte, for texts that name a limit. */
export const MIB = 1024 * 1024;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Sessions: 7 days of inactivity end one, so do 90 days of age; its expiry is written at most once an hour. */
export const SESSION_IDLE_MS = 7 * DAY;
export const SESSION_AGE_MS = 90 * DAY;
export const SESSION_RENEWAL_MS = HOUR;
/** A user may be signed in this many times at once: the oldest session ends. */
export const MAX_SESSIONS = 20;

/** A Google sign-in must come back within this time. */
export const GOOGLE_ATTEMPT_MS = 10 * MINUTE;
/** A password account must be linked within this time after Google has named its address. */
export const GOOGLE_LINK_MS = 10 * MINUTE;
/** For so long after it came back from Google an owner without a password may delete the account. */
export const GOOGLE_PROOF_MS = 5 * MINUTE;
/** A cookie that scripts can read: for so long it tells the page that somebody has signed out, so that the drafts go. */
export const SIGNED_OUT_COOKIE = 'signed-out';
export const SIGNED_OUT_MS = MINUTE;
/** For so long after its last sign-in with a password a browser is known to have been in the account. */
export const DEVICE_MS = 365 * DAY;

export const MIN_PASSWORD_LENGTH = 8;
/** What bcrypt reads of a password, in bytes of UTF-8; the rest would be ignored, so longer ones are refused. */
export const MAX_PASSWORD_BYTES = 72;
/** RFC 5321, 4.5.3.1: a path of 256 characters less its angle brackets. */
export const MAX_EMAIL_LENGTH = 254;

/**
 * Wrong passwords for an account: of a browser that has signed in to it before, which nobody else can use up. Other browsers
 * have as many per network, and all of them together have those per account.
 */
export const WRONG_PASSWORDS = { count: 10, windowMs: 15 * MINUTE } as const;
export const WRONG_PASSWORDS_PER_ACCOUNT = { count: 100, windowMs: HOUR } as const;
/** Failed sign-ins, failed sign-ins with Google, and sign-ups per network; saves per user. */
export const FAILED_SIGN_INS = { count: 100, windowMs: HOUR } as const;
export const FAILED_GOOGLE_SIGN_INS = { count: 100, windowMs: HOUR } as const;
export const SIGN_UPS = { count: 30, windowMs: HOUR } as const;
export const SAVES = { count: 20, windowMs: MINUTE } as const;

/** What one user may keep. Stored bytes count after compression. */
export const MAX_ANALYSES = 100;
export const MAX_STORED_BYTES = 200 * MIB;

/** Largest body of a call that carries a few short fields. */
export const MAX_SMALL_BODY_BYTES = 16 * 1024;
/** Largest body of `POST /api/analyses` altogether. */
export const MAX_ANALYSIS_BYTES = 64 * MIB;
/** Largest headers and rows together inside `POST /api/analyses`. */
export const MAX_INLINE_DATASET_BYTES = 16 * MIB;
/** Largest single entry of `POST /api/analyses` that is not a row: a metric, a test, a mapped value. */
export const MAX_ENTRY_BYTES = MIB;
/** Largest dataset of `PUT /api/analyses/{id}/dataset`, inflated. */
export const MAX_DATASET_BYTES = 48 * MIB;
/** A record that still waits for its dataset is removed after this time. */
export const UNFINISHED_SAVE_MS = DAY;
/** Parts that belong to no record are removed after this time: their save broke off. */
export const ABANDONED_UPLOAD_MS = HOUR;

/** Leads are counted in 32 bits. A lift is below 1e7 in a file of 10 MB, two of them together below 1e15. */
export const MAX_LEADS = 2 ** 32 - 1;
export const MAX_RATIO = 1e15;

export const MAX_FILE_NAME_LENGTH = 255;
export const MIN_COLUMNS = 2;
export const MAX_COLUMNS = 40;
/** Attributes of an analysis: at least one. */
export const MAX_ATTRIBUTES = 3;
/** Top performing segments in the list of saved analyses. */
export const TOP_SEGMENTS = 3;

export const DEFAULT_CONVERSION_VALUE = 100;
export const DEFAULT_THRESHOLD_PERCENT = 10;
/** The upper bound is far below the size at which dollars lose their cents in a double. */
export const CONVERSION_VALUE_INPUT = { min: 0, max: 1e12, step: 0.01, buttonStep: 10 };
export const THRESHOLD_PERCENT_INPUT = { min: 1, max: 100, step: 1, buttonStep: 1 };
