import type { AdPlatform } from '../ad-platform.ts';
import { MICROSOFT_ADS_HOSTS } from './microsoft-calls.ts';
import { MICROSOFT_LOGIN_ORIGIN, microsoftEndpoints, microsoftProvider } from './microsoft-connection.ts';
import { microsoftAds } from './microsoft-rules.ts';

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
