import type { Currency } from './currencies.ts';

/** Bytes in a mebibyte, for texts that name a limit. */
export const MIB = 1024 * 1024;
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The day of a time in milliseconds, as whole days since 1970 in UTC; NaN of NaN. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY);

/** A time in milliseconds as answers have it. Example: 0: '1970-01-01T00:00:00.000Z'. */
export const timeOf = (ms: number): string => new Date(ms).toISOString();

/** A session ends after 7 days without a request, and after 90 days at the latest. It is renewed at most once an hour. */
export const SESSION_IDLE_MS = 7 * DAY;
export const SESSION_AGE_MS = 90 * DAY;
export const SESSION_RENEWAL_MS = 1 * HOUR;
/** Sessions that a user may have at the same time. One more ends the oldest. */
export const MAX_SESSIONS = 20;

/** A Google sign-in must come back within this time. */
export const GOOGLE_ATTEMPT_MS = 10 * MINUTE;
/** After a Google sign-in with the email address of a password account, the two can be linked within this time. */
export const GOOGLE_LINK_MS = 10 * MINUTE;
/** An owner without a password may delete the account within this time after Google has confirmed them. */
export const GOOGLE_PROOF_MS = 5 * MINUTE;
/**
 * The name of a cookie that tells the page of a sign-out, so that it removes the drafts. Scripts can read it. Over https its
 * name begins with `__Host-`, so that no other host of the domain can set it.
 */
export const SIGNED_OUT_COOKIE = 'signed-out';
export const SIGNED_OUT_MS = 1 * MINUTE;
/** The name of a cookie that tells the page that asking for the user is worth a call. Scripts can read it; it holds no secret. */
export const SIGNED_IN_COOKIE = 'signed-in';
/** The Worker knows a browser of an account for this time after its last sign-in with the password. */
export const DEVICE_MS = 365 * DAY;

export const MIN_PASSWORD_LENGTH = 8;
/** In bytes of UTF-8. bcrypt ignores the bytes after these, so a longer password is refused. */
export const MAX_PASSWORD_BYTES = 72;
/** RFC 5321, 4.5.3.1: a path of 256 characters less its angle brackets. */
export const MAX_EMAIL_LENGTH = 254;

/**
 * Wrong passwords for one account. Each browser that has signed in to it before has this many of its own, so that strangers
 * cannot use them up. Unknown browsers share this many per network, and the second limit all together.
 */
export const WRONG_PASSWORDS = { count: 10, windowMs: 15 * MINUTE } as const;
export const WRONG_PASSWORDS_PER_ACCOUNT = { count: 100, windowMs: HOUR } as const;
/** Per network of the client. */
export const FAILED_SIGN_INS = { count: 100, windowMs: HOUR } as const;
export const FAILED_GOOGLE_SIGN_INS = { count: 100, windowMs: HOUR } as const;
export const SIGN_UPS = { count: 30, windowMs: HOUR } as const;
/** Per user. */
export const SAVES = { count: 20, windowMs: MINUTE } as const;

/** One user may store this many analyses. */
export const MAX_ANALYSES = 100;
/** One user may store this many bytes, counted after compression; fewer without a Google identity, which proves the address. */
export const MAX_STORED_BYTES = { google: 200 * MIB, password: 25 * MIB } as const;
/** The share of the database that is room for saves. Signing in needs the rest. */
export const MAX_DATABASE_SHARE = 0.8;
/** A client network may store this many bytes in a day, whatever was deleted since. */
export const STORED_BY_NETWORK = { count: 500 * MIB, windowMs: DAY } as const;
/** If datasets are stored in the database, a network may use at most this share of the room for saves in a day. */
export const NETWORK_SHARE = 0.1;
/** All accounts without a Google identity together may use at most this share of the room for saves. */
export const PASSWORD_SHARE = 0.25;
/** A shared link ends after this time, unless its owner keeps it. */
export const SHARE_MS = 90 * DAY;
/** A user may have this many working links at the same time. */
export const MAX_SHARES = 20;
/** Largest body of a call that publishes figures. */
export const MAX_SHARE_BYTES = 512 * 1024;
/** A value with fewer leads than this is in no shared figures. */
export const MIN_SHARED_LEADS = 5;
/** A user may create, publish again or keep this many links. */
export const SHARE_CHANGES = { count: 20, windowMs: MINUTE } as const;
/** A client network may open this many links, working or not. */
export const SHARE_OPENS = { count: 300, windowMs: HOUR } as const;

/** A user may begin this many consents to other services, and request this many access tokens of each kind. */
export const CONSENTS = { count: 20, windowMs: HOUR } as const;
export const ACCESS_TOKENS = { count: 60, windowMs: MINUTE } as const;
/** A consent at another service must come back within this time. */
export const CONSENT_MS = 10 * MINUTE;
/** One request may refresh an access token within this time, while others of the same user wait. */
export const LEASE_MS = 10 * SECOND;
/** An access token that ends sooner than this is not given out. */
export const TOKEN_MARGIN_MS = 5 * MINUTE;
/** The last use of a connection is noted at most once within this time. */
export const LAST_USED_STEP_MS = 1 * HOUR;

/** Hands over the key of transaction ids, begins a send, and changes one, this often per user. A send is one request a second. */
export const SEND_KEYS = { count: 60, windowMs: HOUR } as const;
export const SENDS = { count: 60, windowMs: HOUR } as const;
export const SEND_CHANGES = { count: 180, windowMs: MINUTE } as const;
/** This many sends of a user are kept in the log; the oldest one makes room. */
export const MAX_KEPT_SENDS = 100;
/** One answer lists at most this many sends and versions. */
export const SENDS_PAGE = 25;
export const VERSIONS_PAGE = 20;
/** An answer names at most this many reasons of a send, those of the most leads. */
export const MAX_LISTED_REASONS = 100;
/** The most leads of a send: a file of `MAX_FILE_BYTES` has fewer. */
export const MAX_SENT_LEADS = 10_000_000;
/** The most leads of one request: `IngestEventsRequest.events` of google/ads/datamanager/v1/ingestion_service.proto, of 2026-07-30. */
export const MAX_REQUEST_LEADS = 2000;
/** A change of the log brings at most this many requests. */
export const MAX_LOGGED_REQUESTS = 10;
/** An inbox stores this many deliveries, and takes this many calls with its token. */
export const INBOX_DELIVERIES = { count: 24, windowMs: DAY } as const;
export const INBOX_CALLS = { count: 96, windowMs: DAY } as const;
/** Calls without the token of an inbox, per network. They do not count against its owner. */
export const INBOX_REFUSALS = { count: 300, windowMs: HOUR } as const;
/** A delivery must arrive within this time. */
export const DELIVERY_MS = 1 * MINUTE;
/** A delivery that is being counted keeps others of the same source waiting for this time at most. */
export const RUN_LEASE_MS = 3 * MINUTE;
/**
 * Mails with a link, of each of these kinds: those that reset a password, to one address from one network or from one browser that was in
 * the account before, whether there is an account or not; those that confirm an address, to it; and invitations, to one address.
 */
export const LINK_MAILS = { count: 3, windowMs: DAY } as const;
/** Mails with a link to reset a password of an address that networks ask for together. Browsers that were in the account count apart. */
export const LINK_MAILS_PER_ADDRESS = { count: 12, windowMs: DAY } as const;
/** Letters about changes of an account, of each kind. Beyond them a change is made without one. */
export const CHANGE_LETTERS = { count: 10, windowMs: DAY } as const;
/** Such a link works once, within this time. */
export const MAIL_LINK_MS = 30 * MINUTE;
/** Forgotten passwords that a client network may report, and tokens that it may send in vain. */
export const FORGOTTEN = { count: 20, windowMs: HOUR } as const;
export const MAIL_TOKENS = { count: 100, windowMs: HOUR } as const;
/** The link that stops alerts by e-mail works for this time after its mail. */
export const STOP_LINK_MS = 365 * DAY;
/** A user may turn alerts by e-mail on and off this often. */
export const MAIL_CHANGES = { count: 20, windowMs: MINUTE } as const;
/** A user may make, renew, pause and end this many sources. */
export const SOURCE_CHANGES = { count: 20, windowMs: MINUTE } as const;
/** A user may say this often which rules are in use: each tick says so. */
export const RULE_CHANGES = { count: 60, windowMs: MINUTE } as const;
/** Runs that a user begins by hand. Each costs CPU time and two calls to Google. */
export const RUNS_BY_HAND = { count: 20, windowMs: HOUR } as const;
/**
 * A run that reads a sheet has its source for this time, from its start and from each attempt of a step on: longer than it waits between
 * two attempts, and shorter than the hour after which the next hourly run would take the source up.
 */
export const SCHEDULED_RUN_LEASE_MS = 20 * MINUTE;
/** This many instances of a Workflow are created in one call: https://developers.cloudflare.com/workflows/build/workers-api/, of 2026. */
export const MAX_BATCHED_RUNS = 100;
/** A run that is not heard of, or that Google keeps failing, is begun this often, an hour apart. Then it has failed. */
export const RUN_STARTS = 3;
/** A source is paused after this many failed runs without one that succeeded. */
export const RUN_FAILURES = 3;
/** The newest versions of an analysis that are kept; of older ones only the last one of each month. */
export const MAX_VERSIONS = 60;
/** The list of versions shows at most this many values of each. */
export const LISTED_SEGMENTS = 200;
/** The figures of a version have at most this many bytes as JSON. */
export const MAX_VERSION_BYTES = 512 * 1024;
/**
 * A source counts at most this many different values of an attribute, after grouping. A version has no room for many more: with short
 * names each takes about 100 bytes of `MAX_VERSION_BYTES`.
 */
export const MAX_COUNTED_VALUES = 5000;

/** A user may have this many records that wait for their dataset. One more replaces the oldest. */
export const MAX_UNFINISHED = 5;

/** Largest body of a call with a few short fields. */
export const MAX_SMALL_BODY_BYTES = 16 * 1024;
/** Deepest JSON of a body: objects and lists in each other. */
export const MAX_NESTING = 32;
/** Largest body of a save, headers and rows inside it included. */
export const MAX_SAVE_BYTES = 4 * MIB;
/** Most items of a list, entries of a dictionary, and characters of a text in a save. */
export const MAX_ITEMS = 50_000;
export const MAX_ENTRIES = 100_000;
/** Most stages of a file, and most values that go on from them, in the figures of an analysis. */
export const MAX_STAGES = 100;
export const MAX_STAGE_SEGMENTS = 500;
export const MAX_TEXT_LENGTH = 1 * MIB;
/** Largest row of a dataset, as its line of JSON. */
export const MAX_ROW_BYTES = 1 * MIB;
/** Largest dataset of `PUT /api/analyses/{id}/dataset`, inflated. */
export const MAX_DATASET_BYTES = 48 * MIB;
/** The parts of a spreadsheet that are read have at most this many bytes together. */
export const MAX_PARTS_BYTES = 100 * MIB;
/** An analysis that still waits for its dataset is deleted after this time. */
export const UNFINISHED_SAVE_MS = 1 * DAY;
/** Uploaded parts without an analysis are deleted after this time: their save was interrupted. */
export const ABANDONED_UPLOAD_MS = 1 * HOUR;
/** Spreadsheets or ad accounts that the admins of a team may name for one of its connections. */
export const MAX_NAMED = 200;
/**
 * A right that could not be given back is forgotten after this time: Google ends one that nobody has used for six months, and Meta after
 * 60 days. Source: developers.google.com, "Using OAuth 2.0 to access Google APIs", "Refresh token expiration", read on 2026-11-28.
 */
export const UNUSED_RIGHT_MS = 183 * DAY;

/** Leads are counted in 32 bits. In a file of 10 MB a lift is below 1e7, and the product of two lifts below 1e15. */
export const MAX_LEADS = 2 ** 32 - 1;
export const MAX_RATIO = 1e15;
/** Amounts of money above this are no amounts, and their squares would leave the range of numbers. */
export const MAX_AMOUNT = 1e15;

export const MAX_FILE_NAME_LENGTH = 255;
export const MAX_NOTE_LENGTH = 2000;
/** Largest CSV file that is accepted. */
export const MAX_FILE_BYTES = 10 * MIB;
export const MIN_COLUMNS = 2;
export const MAX_COLUMNS = 40;
/** An analysis has at least one attribute, and at most this many. */
export const MAX_ATTRIBUTES = 3;
/** Top performing segments in the list of saved analyses. */
export const TOP_SEGMENTS = 3;
/** That list shows at most this many converted values of an analysis and ranges of an attribute; names are cut to this length. */
export const MAX_LISTED = 10;
export const MAX_LISTED_NAME_LENGTH = 200;

/** Of what stops with a connection at most this many are named. */
export const MAX_NAMED_USES = 5;

/** Rules in use keep the figures of at most this many values. */
export const MAX_ENTERED = 100;

/**
 * Figures tell how the leads of at most this many values of an attribute, those with the most, were spread over this many combinations of
 * the other attributes. Simulated alerts are as rare with 16 combinations as with all (`npm run simulate`), and with both limits these figures take 10 KB at most
 * for each attribute, without names.
 */
export const MAX_MIX_VALUES = 100;
export const MAX_MIX_CELLS = 16;

/** Figures name at most this many statuses that do not count as converted, those with the most leads; longer names are left out. */
export const MAX_COUNTED_STATUSES = 100;

export const DEFAULT_CURRENCY: Currency = 'USD';

export const DEFAULT_CONVERSION_VALUE = 100;
export const DEFAULT_THRESHOLD_PERCENT = 10;
/** The field for the conversion value. Far above its maximum a double still holds cents exactly. */
export const CONVERSION_VALUE_INPUT = { min: 0, max: 1e12, step: 0.01, buttonStep: 10 };
export const THRESHOLD_PERCENT_INPUT = { min: 1, max: 100, step: 1, buttonStep: 1 };

/** Leads can be left out up to this age in days: a century. */
export const MAX_AGE_DAYS = 36_500;

/** The multipliers that Google Ads takes in a conversion value rule, and the number of rules. Sources in `analysis/platforms/google-ads`. */
export const GOOGLE_RULES = { least: 0.5, most: 10, max: 500, conditions: 2 } as const;

/** A user may ask the ad platforms for accounts, places, audiences and differences this often, and push or undo this often. */
export const AD_READS = { count: 120, windowMs: HOUR } as const;
export const PUSHES = { count: 20, windowMs: HOUR } as const;
/** Largest body of a push. */
export const MAX_PUSH_BYTES = 512 * 1024;
/** A push that has not ended after this time has been interrupted. Each write begins it anew. */
export const PUSH_BUSY_MS = 3 * MINUTE;
/** Of older pushes to an account only the ids of what they made are kept. */
export const MAX_KEPT_PUSHES = 20;
/** One answer lists at most this many pushes, alerts and analyses. */
export const PUSHES_PAGE = 20;
export const ALERTS_PAGE = 50;
export const ANALYSES_PAGE = 100;
/** Places and audiences that were confirmed in this many pushes need not be confirmed again. */
export const MAX_CONFIRMING_PUSHES = 5;

/** A user may make this many teams, and a team may have this many members. */
export const MAX_TEAMS = 10;
/** Nobody joins one more team as a member of this many. */
export const MAX_MEMBERSHIPS = 100;
export const MAX_MEMBERS = 50;
export const MAX_TEAM_NAME_LENGTH = 100;
/** A team may store this many analyses. */
export const MAX_TEAM_ANALYSES = 500;
/** A team may store this many bytes: where datasets are stored in the database, also at most a share of it. */
export const MAX_TEAM_BYTES = { bucket: 1024 * MIB, database: 200 * MIB } as const;
export const TEAM_DATABASE_SHARE = 0.1;
/** An invitation can be used for this time. */
export const INVITATION_MS = 7 * DAY;
/** This many invitations of a team can wait at the same time. */
export const MAX_INVITATIONS = 50;
/** This many of them are mailed, per team. */
export const INVITATION_MAILS = { count: 20, windowMs: DAY } as const;
/** This many invitations of one person, from one network and of the whole site are mailed. Links can be made all the same. */
export const INVITATION_MAILS_BY_USER = { count: 30, windowMs: DAY } as const;
export const INVITATION_MAILS_BY_NETWORK = { count: 60, windowMs: DAY } as const;
export const INVITATION_MAILS_OF_SITE = { count: 300, windowMs: DAY } as const;
/** A user may change teams, members and invitations, and look at invitations, this often. */
export const TEAM_CHANGES = { count: 60, windowMs: MINUTE } as const;
export const INVITATION_LOOKS = { count: 60, windowMs: HOUR } as const;

/** An admin may let the datasets of a team end after this many days. An end is announced for this time at least. */
export const MIN_DATASET_DAYS = 7;
export const MAX_DATASET_DAYS = 3650;
export const RETENTION_NOTICE_MS = 7 * DAY;
/** The log of a team keeps its entries and the hashes of networks for these times. The database refuses to delete them earlier. */
export const AUDIT_MS = 400 * DAY;
export const AUDIT_NETWORK_MS = 30 * DAY;
/** The log takes this many entries of a team and of a person in a day, UTC, and as many more of what ends something. */
export const AUDIT_DAY = { team: 3000, person: 1000 } as const;
/** One answer has at most this many entries. A user may ask for the log this often: an export asks for all of its pages. */
export const AUDIT_PAGE = 200;
/** The log names at most this many people who can be looked for. */
export const MAX_AUDIT_PEOPLE = 1000;
export const AUDIT_READS = { count: 600, windowMs: HOUR } as const;
