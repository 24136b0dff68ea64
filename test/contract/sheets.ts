import { EXAMPLE_EMAIL, examples, unauthorized, unavailable } from './example.ts';

const status = { method: 'GET', path: '/api/sheets' } as const;
const connect = { method: 'POST', path: '/api/sheets/connect' } as const;
const token = { method: 'POST', path: '/api/sheets/token' } as const;
const disconnect = { method: 'DELETE', path: '/api/sheets' } as const;

/** The provider's page of consent: its own address is replaced by this one before it is compared. */
export const EXAMPLE_CONSENT = 'https://accounts.google.com/o/oauth2/v2/auth';

const notOffered = {
  status: 404,
  answer: { message: "The import from Google Sheets isn't set up on this site." },
} as const;

export const sheetsExamples = examples({
  sheetsNotOffered: { ...status, status: 200, answer: { isOffered: false, connection: null } },
  sheetsNotConnected: { ...status, status: 200, answer: { isOffered: true, connection: null } },
  sheetsConnected: {
    ...status,
    status: 200,
    answer: { isOffered: true, connection: { email: EXAMPLE_EMAIL, isOver: false } },
  },
  sheetsOver: {
    ...status,
    status: 200,
    answer: { isOffered: true, connection: { email: EXAMPLE_EMAIL, isOver: true } },
  },
  sheetsUnavailable: { ...status, ...unavailable },

  sheetsConsent: { ...connect, status: 200, answer: { url: EXAMPLE_CONSENT } },
  consentOfNobody: { ...connect, ...unauthorized },
  consentNotOffered: { ...connect, ...notOffered },

  sheetsToken: {
    ...token,
    status: 200,
    answer: { accessToken: 'access-of-the-examples', expiresAt: '2026-10-15T16:04:00.000Z' },
  },
  tokenOfNobody: { ...token, ...unauthorized },
  tokenNotOffered: { ...token, ...notOffered },
  tokenDisconnected: {
    ...token,
    status: 409,
    answer: { message: 'Please connect Google Sheets again.', code: 'SHEETS_DISCONNECTED' },
  },
  tokenGoogleUnavailable: {
    ...token,
    status: 502,
    answer: {
      message: "Google didn't answer as expected. Please try again in a moment.",
      code: 'GOOGLE_UNAVAILABLE',
    },
  },

  sheetsDisconnected: { ...disconnect, status: 200, answer: { message: 'Google Sheets is disconnected.' } },
  disconnectOfNobody: { ...disconnect, ...unauthorized },
});
