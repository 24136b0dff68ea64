import type { AdPlatform } from '../ad-platform.ts';
import { MICROSOFT_ADS_HOSTS } from './microsoft-calls.ts';
import { microsoftAds } from './microsoft-rules.ts';
import * as z from 'zod/mini';
import { authorizationUrl, exchangeCode, type OpenIdClient } from '#worker/auth/openid.ts';
import type { ConnectionProvider } from '#worker/connections/provider.ts';
import { readTokens, refreshTokens, scopesOf } from '#worker/connections/tokens.ts';

interface MicrosoftSettings {
  /** Without these three, nobody can connect Microsoft Advertising. */
  MICROSOFT_CLIENT_ID?: string;
  MICROSOFT_CLIENT_SECRET?: string;
  MICROSOFT_DEVELOPER_TOKEN?: string;
  /** 'on': the sandbox of Microsoft Advertising instead of real accounts. */
  MICROSOFT_SANDBOX?: string;
  /** Only tests set these two: they replace Microsoft. */
  MICROSOFT_LOGIN_ORIGIN?: string;
  MICROSOFT_ADS_ORIGIN?: string;
}

const environmentOf = ({ MICROSOFT_SANDBOX }: MicrosoftSettings) =>
  MICROSOFT_SANDBOX === 'on' ? 'sandbox' : 'live';

export const microsoftPlatform: AdPlatform<MicrosoftSettings> = {
  company: 'Microsoft',
  callbackPath: '/auth/microsoft/callback',
  isOffered: ({ MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET, MICROSOFT_DEVELOPER_TOKEN }) =>
    Boolean(MICROSOFT_CLIENT_ID && MICROSOFT_CLIENT_SECRET && MICROSOFT_DEVELOPER_TOKEN),
  findProvider(settings, { redirectUri }) {
    const { MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret } = settings;
    if (!clientId || !clientSecret) return null;
    const provider = microsoftEndpoints(settings.MICROSOFT_LOGIN_ORIGIN ?? MICROSOFT_LOGIN_ORIGIN);
    return microsoftProvider({ provider, clientId, clientSecret, redirectUri }, environmentOf(settings));
  },
  openRules(settings) {
    const { MICROSOFT_ADS_ORIGIN: origin, MICROSOFT_DEVELOPER_TOKEN: developerToken = '' } = settings;
    const environment = environmentOf(settings);
    return microsoftAds({
      hosts: origin ? { campaigns: origin, customers: origin } : MICROSOFT_ADS_HOSTS[environment],
      isSandbox: environment === 'sandbox',
      developerToken,
    });
  },
};

/** Work, school and personal accounts. Source: learn.microsoft.com, "Microsoft identity platform", read 2026-11-25. */
const MICROSOFT_LOGIN_ORIGIN = 'https://login.microsoftonline.com';

/** @internal */
export const microsoftEndpoints = (origin: string) => ({
  issuer: `${origin}/{tenantid}/v2.0`,
  authorizationEndpoint: `${origin}/common/oauth2/v2.0/authorize`,
  tokenEndpoint: `${origin}/common/oauth2/v2.0/token`,
});

/** Source: MicrosoftDocs/Advertising, "Request user consent" (2026-08-17); the sandbox: BingAds-Python-SDK 13.0.28 (2026-05-13). */
const SCOPES = {
  live: 'https://ads.microsoft.com/msads.manage',
  sandbox: 'https://si.ads.microsoft.com/msads.manage',
};

const claimsSchema = z.object({ preferred_username: z.string().check(z.minLength(1)) });

const nameOf = (claims: unknown): string | null =>
  claimsSchema.safeParse(claims).data?.preferred_username ?? null;

/** The right to manage campaigns in Microsoft Advertising. Microsoft has no call that gives it back. @internal */
export function microsoftProvider(
  client: OpenIdClient,
  environment: keyof typeof SCOPES,
): ConnectionProvider {
  const right = SCOPES[environment];
  return {
    consentUrl: (challenge) =>
      authorizationUrl(client, challenge, {
        scopes: [right, 'offline_access', 'openid', 'profile'],
        prompt: 'select_account',
      }),
    async exchange({ code, challenge, now }) {
      const { tokens, claims } = await exchangeCode(client, { code, challenge, now });
      return {
        ...readTokens(tokens, now),
        account: nameOf(claims),
        isAllowed: scopesOf(tokens).includes(right),
        endsAt: null,
      };
    },
    // Each answer has a new refresh token, which takes the place of the old one.
    refresh: (refreshToken, now) =>
      refreshTokens(client, { refreshToken, scopes: [right, 'offline_access'] }, now),
  };
}
