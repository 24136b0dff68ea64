import type { Method } from '#frontend/analysis/check/learn-rules.ts';

/** Every call that the Worker answers. A test compares the list with the routes of the Worker. */
export const CALLS = [
  ['GET /api/auth/user', 'Returns the current user; 401 without one'],
  ['POST /api/auth/login', 'Signs in with email and password'],
  ['POST /api/auth/signup', 'Creates an account'],
  ['GET /api/auth/google', 'Starts sign-in with Google'],
  ['GET /auth/google/callback', 'Ends sign-in with Google, and the consents of connections to it'],
  ['GET /api/auth/google/confirm', 'Asks Google whether the owner of the account is here'],
  ['GET, POST /api/auth/google/link', 'Names the password account to link to Google, or links it'],
  ['GET, POST /api/auth/logout', 'Signs out; asks first where another site has led here'],
  ['POST /api/auth/logout/everywhere', 'Ends every session of the account'],
  ['POST /api/auth/logout/others', 'Ends every session of the account but this one'],
  ['GET /api/auth/devices', 'Lists the devices that are signed in: browser, country and last visit'],
  ['DELETE /api/auth/devices/{device}', 'Signs a device out'],
  ['POST /api/auth/password', 'Changes the password and ends all other sessions'],
  ['POST /api/auth/forgot', 'Has a link to a new password mailed, if the address has an account'],
  ['POST /api/auth/reset', 'Replaces the password by a mailed link, and ends all sessions of the account'],
  ['DELETE /api/auth/user', 'Deletes the account and all its data, with the password or after Google'],
  ['GET /api/login', 'Redirects to the sign-in page'],
  ['GET /api/analyses', 'Lists the saved analyses, newest first, without rows, 100 a page'],
  ['POST /api/analyses', 'Saves an analysis'],
  ['PATCH /api/analyses/{id}', 'Renames it or changes its note'],
  ['PUT /api/analyses/{id}', 'Replaces its figures and configuration, and leaves its dataset'],
  ['GET, PUT /api/analyses/{id}/dataset', 'Returns or saves its headers and rows, compressed'],
  ['GET /api/analyses/{id}', 'Returns one analysis with headers and rows'],
  ['DELETE /api/analyses/{id}', 'Deletes one analysis'],
  [
    'GET, POST, PUT, PATCH, DELETE /api/analyses/{id}/share',
    'Its read-only link: state, new, update, keep, end',
  ],
  [
    'GET, PUT, DELETE /api/analyses/{id}/source',
    'Its source: state, new (the token is shown this once), end',
  ],
  ['POST /api/analyses/{id}/source/token', 'Returns a new token; the earlier one ends'],
  ['PUT /api/analyses/{id}/source/schedule', 'Changes when a sheet is read'],
  ['POST /api/analyses/{id}/source/run', 'Reads the sheet now'],
  ['POST /api/analyses/{id}/source/pause', 'Pauses the source'],
  ['POST /api/analyses/{id}/source/resume', 'Resumes it'],
  ['GET /api/analyses/{id}/versions', 'Lists the versions that its source has made, newest first'],
  ['GET /api/analyses/{id}/versions/{number}', 'Returns all figures of a version'],
  ['POST /api/analyses/{id}/versions/{number}/entered', 'Notes that its rules are in use'],
  ['POST /api/analyses/{id}/rules-in-use', 'Puts the rules of a version, or of the saved rows, into use'],
  [
    'GET /api/analyses/{id}/alerts',
    'Lists its rules in use, and the alerts that they have raised, page by page',
  ],
  ['POST /api/analyses/{id}/alerts/seen', 'Notes that its alerts were seen'],
  [
    'PUT /api/inbox/{id}',
    'Counts a CSV, stores the figures as a version and forgets the rows; with the token of the source, without a session',
  ],
  ['GET /api/mail', 'Says whether the address of the user is proved, and whether alerts go to it'],
  ['POST /api/mail/link', 'Has a link mailed that proves the address'],
  ['POST /api/mail/confirm', 'Proves the address by the token of that link'],
  ['PUT /api/mail/alerts', 'Turns alerts by e-mail on or off'],
  [
    'GET, POST /api/stop/{token}',
    'Leads to the page that stops alerts by e-mail, or stops them; by the token of the e-mail, without a session',
  ],
  ['POST /api/shared', 'Returns the figures behind a read-only link, without an account'],
  ['GET /api/connections', 'Lists the services that the site offers, and those that are connected'],
  ['POST /api/connections/{kind}/connect', "Names the service's page of consent"],
  [
    'POST /api/connections/{kind}/token',
    'Returns an access token for reading spreadsheets or sending values',
  ],
  [
    'POST /api/connections/{kind}/check',
    'Checks a connection without changing anything at its service, and keeps the answer',
  ],
  ['DELETE /api/connections/{kind}', 'Disconnects a service'],
  [
    'GET, POST /api/sends',
    'Lists the sends of values to Google Ads, or begins one or goes on with it; never a lead',
  ],
  ['POST /api/sends/key', 'Returns the key from which the sending thread makes ids of conversions'],
  ['GET, PATCH /api/sends/{id}', 'A send with its requests; notes its counts, and what Google says of them'],
  ['GET /auth/meta/callback', 'Ends the consent at Meta'],
  ['GET /auth/microsoft/callback', 'Ends the consent at Microsoft'],
  ['GET /api/platforms/{kind}/accounts', 'Lists the ad accounts of the connected user'],
  ['POST /api/platforms/{kind}/places', 'Looks up the places that an ad platform suggests for names'],
  ['GET /api/platforms/{kind}/accounts/{id}/audiences', 'Lists the audiences of an ad account'],
  [
    'GET /api/platforms/{kind}/accounts/{id}/conversion-actions',
    'Lists the conversion actions of a Google Ads account',
  ],
  ['POST /api/pushes/{kind}/preview', 'Compares a plan with an ad account, and writes nothing'],
  ['POST /api/pushes/{kind}', 'Writes the rules of an approved plan to an ad account'],
  ['POST /api/pushes/{id}/undo', 'Restores the effect before a push'],
  ['GET /api/pushes', 'A page of the pushes of the user, without their rules'],
  ['GET /api/pushes/{id}', 'A push with the rules that it has written'],
  ['GET, POST /api/teams', 'Lists the teams of the user, or makes one'],
  [
    'GET, PATCH, DELETE /api/teams/{team}',
    'A team: what it owns and may own, its name and settings, its end. What is under /api/analyses, connections, platforms, pushes and sends is there for a team too, under /api/teams/{team}/',
  ],
  [
    'GET /api/teams/{team}/connections/{kind}/named',
    'Lists the spreadsheets or ad accounts that an admin has named for the connection',
  ],
  [
    'GET /api/teams/{team}/connections/{kind}/accounts',
    'Lists the ad accounts that the connection opens, for an admin who names one',
  ],
  [
    'PUT, DELETE /api/teams/{team}/connections/{kind}/named/{resource}',
    'Names a spreadsheet or ad account, or takes the name back',
  ],
  ['POST /api/teams/{team}/leave', 'Ends the membership of the user'],
  ['GET /api/teams/{team}/members', 'Lists the members'],
  ['PATCH, DELETE /api/teams/{team}/members/{member}', 'Gives a member another role, or removes them'],
  ['GET, POST /api/teams/{team}/invitations', 'Lists the invitations that wait, or makes one'],
  ['DELETE /api/teams/{team}/invitations/{invitation}', 'Ends an invitation'],
  ['GET /api/teams/{team}/rules', 'The rules of a team on sign-in and datasets'],
  [
    'PUT /api/teams/{team}/domain',
    'Requires sign-in through the Google Workspace domain of this session, or not',
  ],
  ['PUT /api/teams/{team}/retention', 'Chooses after how many days the datasets of a team end'],
  ['GET /api/teams/{team}/audit', 'The log of a team, filtered, page by page'],
  ['POST /api/invitations', 'Names the team and the role of an invitation'],
  ['POST /api/invitations/accept', 'Joins the team of an invitation'],
  ['POST /api/analyses/{id}/move', 'Gives an analysis to a team, or takes it back'],
  ['POST /api/analyses/{id}/copy', 'Copies an analysis to a team, or back'],
  ['GET, POST /api/preferences', 'Returns or saves the default conversion value, threshold and currency'],
  ['GET /api/health', 'Returns the version and the state of the database'],
] as const;

/** Each figure below comes from this many simulated files. */
export const COVERAGE_FILES = 1000;

/** By the sigma of log-normal amounts, the percent of files in which the 95% interval contained the true value lift. A test repeats the simulation. */
export const INTERVAL_COVERAGE = { 1: 94.8, 1.5: 91.6 } as const;

/** Figures of one method in percent, with one decimal. */
interface MethodFigures {
  /** Predicted / actual conversions − 1. */
  bias: number;
  calibrationError: number;
}

interface UnseenFigures {
  /** The attributes. Numbers are divided into quartiles. */
  fields: readonly string[];
  methods: Readonly<Record<Exclude<Method, 'rules'>, MethodFigures>>;
}

/** The program's check on a public data set, for three choices of attributes. A test computes the figures again. */
export const UNSEEN_FIGURES: readonly UnseenFigures[] = [
  {
    fields: ['Lead Origin', 'Lead Source', 'What is your current occupation'],
    methods: {
      product: { bias: -13, calibrationError: 38.8 },
      balanced: { bias: 0.2, calibrationError: 9.2 },
      best: { bias: -0.1, calibrationError: 4.8 },
    },
  },
  {
    fields: ['Lead Source', 'Last Activity', 'Total Time Spent on Website'],
    methods: {
      product: { bias: -18.9, calibrationError: 22.7 },
      balanced: { bias: -0.3, calibrationError: 17.1 },
      best: { bias: -0.8, calibrationError: 5.3 },
    },
  },
  {
    fields: ['Lead Source', 'City', 'Specialization'],
    methods: {
      product: { bias: -9, calibrationError: 15.8 },
      balanced: { bias: 0.6, calibrationError: 6.8 },
      best: { bias: -0.3, calibrationError: 6.4 },
    },
  },
];
