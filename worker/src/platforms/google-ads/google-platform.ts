import type { AdPlatform } from '../ad-platform.ts';
import { GOOGLE_ADS_ORIGIN } from './google-calls.ts';
import { googleAds } from './google-rules.ts';
import * as z from 'zod/mini';
import type { ConnectionKind } from '#contract/platforms.ts';
import {
  GOOGLE_CALLBACK_PATH,
  googleClientOf,
  type GoogleSettings,
  type GoogleClient,
} from '#worker/auth/google.ts';
import { authorizationUrl, exchangeCode } from '#worker/auth/openid.ts';
import type { ConnectionProvider } from '#worker/connections/provider.ts';
import { readTokens, refreshTokens, revokeToken, scopesOf } from '#worker/connections/tokens.ts';

interface GoogleAdsSettings extends GoogleSettings {
  /** 'values', 'rules' or both: the rights in Google Ads that users can give, with the client of the sign-in. */
  GOOGLE_ADS?: string;
  /** Only tests set it: it replaces the interface of Google Ads. */
  GOOGLE_ADS_ORIGIN?: string;
}

export const googlePlatform: AdPlatform<GoogleAdsSettings> = {
  company: 'Google',
  callbackPath: GOOGLE_CALLBACK_PATH,
  isOffered({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ADS = '' }, kind) {
    if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return false;
    return kind === 'sheets' || GOOGLE_ADS.split(/[\s,]+/).includes(kind.replace('google-', ''));
  },
  findProvider(settings, { kind, redirectUri }) {
    const client = googleClientOf(settings, redirectUri);
    return client && googleProvider(client, kind as GoogleKind); // `PLATFORM_OF` says so
  },
  openRules: ({ GOOGLE_ADS_ORIGIN: origin = GOOGLE_ADS_ORIGIN }) => googleAds(origin),
};

type GoogleKind = Extract<ConnectionKind, 'sheets' | 'google-values' | 'google-rules'>;

/** The one right of each kind. `openid` and `email` are asked for too and grant nothing more: they name the chosen account. */
const SCOPES: Readonly<Record<GoogleKind, string>> = {
  sheets: 'https://www.googleapis.com/auth/spreadsheets.readonly',
  'google-values': 'https://www.googleapis.com/auth/datamanager',
  'google-rules': 'https://www.googleapis.com/auth/adwords',
};

const claimsSchema = z.object({ email: z.string().check(z.minLength(1)) });

/** The address of the Google account; null where Google names none. */
const emailOf = (claims: unknown): string | null => claimsSchema.safeParse(claims).data?.email ?? null;

/** The visitor may leave a right out. One that another kind has must not come along: a token of this kind may reach a browser. */
function isAllowed(kind: GoogleKind, granted: readonly string[]): boolean {
  const known = Object.values(SCOPES).filter((scope) => granted.includes(scope));
  return known.length === 1 && known[0] === SCOPES[kind];
}

/** One of the kinds of connection to Google. Each asks for its own right only, also while the user is away. */
export function googleProvider(client: GoogleClient, kind: GoogleKind): ConnectionProvider {
  return {
    // Without `prompt` Google gives no refresh token the second time. Without `include_granted_scopes` it adds no earlier right.
    consentUrl: (challenge) =>
      authorizationUrl(client, challenge, {
        scopes: ['openid', 'email', SCOPES[kind]],
        access_type: 'offline',
        prompt: 'consent',
      }),
    async exchange({ code, challenge, now }) {
      const { tokens, claims } = await exchangeCode(client, { code, challenge, now });
      return {
        ...readTokens(tokens, now),
        account: emailOf(claims),
        isAllowed: isAllowed(kind, scopesOf(tokens)),
        endsAt: null,
      };
    },
    refresh: (refreshToken, now) => refreshTokens(client, { refreshToken, scopes: [] }, now),
    revoke: (token) => revokeToken(client, client.revocationEndpoint, token),
  };
}
