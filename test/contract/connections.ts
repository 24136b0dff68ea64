import { EXAMPLE_EMAIL, EXAMPLE_TIME, examples, unauthorized, unavailable } from './example.ts';

const list = { method: 'GET', path: '/api/connections' } as const;
const connect = {
  method: 'POST',
  path: '/api/connections/sheets/connect',
  body: { returnTo: 'start' },
} as const;
const token = { method: 'POST', path: '/api/connections/sheets/token' } as const;
const check = { method: 'POST', path: '/api/connections/sheets/check', body: {} } as const;
const disconnect = { method: 'DELETE', path: '/api/connections/sheets' } as const;

/** The provider's page of consent: its own address is replaced by this one before it is compared. */
export const EXAMPLE_CONSENT = 'https://accounts.google.com/o/oauth2/v2/auth';

const notOffered = { status: 404, answer: { message: "Google Sheets isn't set up on this site." } } as const;

const connection = {
  account: EXAMPLE_EMAIL,
  connectedAt: EXAMPLE_TIME,
  lastUsedAt: null,
  endsAt: null,
  madeBy: null,
  isOver: false,
  mayCheck: true,
  check: null,
  uses: { sources: 0, pushes: 0, sends: 0, names: [] },
};
const sheets = { kind: 'sheets', isTried: true, connection: null };
const of = (...connections: object[]) => ({ status: 200, answer: { connections } });

export const connectionExamples = examples({
  noOffers: { ...list, ...of() },
  allOffers: {
    ...list,
    ...of(
      sheets,
      { ...sheets, kind: 'google-values' },
      { ...sheets, kind: 'google-rules', isTried: false },
      { ...sheets, kind: 'meta', isTried: false },
      { ...sheets, kind: 'microsoft', isTried: false },
    ),
  },
  notConnected: { ...list, ...of(sheets) },
  connected: { ...list, ...of({ ...sheets, connection }) },
  connectionOver: { ...list, ...of({ ...sheets, connection: { ...connection, isOver: true } }) },
  listOfNobody: { ...list, ...unauthorized },
  listUnavailable: { ...list, ...unavailable },

  consent: { ...connect, status: 200, answer: { url: EXAMPLE_CONSENT } },
  consentOfNobody: { ...connect, ...unauthorized },
  consentNotOffered: { ...connect, ...notOffered },

  token: {
    ...token,
    status: 200,
    answer: { accessToken: 'access-of-the-examples', expiresAt: '2026-10-15T16:04:00.000Z' },
  },
  tokenOfNobody: { ...token, ...unauthorized },
  tokenNotOffered: { ...token, ...notOffered },
  tokenDisconnected: {
    ...token,
    status: 409,
    answer: { message: 'Please connect Google Sheets again.', code: 'DISCONNECTED' },
  },
  tokenUnavailable: {
    ...token,
    status: 502,
    answer: {
      message: "Google Sheets didn't answer as expected. Please try again in a moment.",
      code: 'PROVIDER_UNAVAILABLE',
    },
  },

  checked: {
    ...check,
    status: 200,
    answer: {
      check: {
        at: EXAMPLE_TIME,
        answer: 'Google Sheets takes the permission. No spreadsheet was opened.',
        turn: null,
        code: null,
      },
      accounts: [],
      unread: 0,
    },
  },
  checkOfNobody: { ...check, ...unauthorized },
  checkDisconnected: {
    ...check,
    status: 409,
    answer: { message: 'Please connect Google Sheets again.', code: 'DISCONNECTED' },
  },

  disconnected: { ...disconnect, status: 200, answer: { message: 'Google Sheets is disconnected.' } },
  disconnectOfNobody: { ...disconnect, ...unauthorized },
});
