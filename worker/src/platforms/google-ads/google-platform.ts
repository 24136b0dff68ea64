import { GOOGLE_CALLBACK_PATH, googleClientOf, type GoogleSettings } from '#worker/auth/google.ts';
import type { AdPlatform } from '../ad-platform.ts';
import { GOOGLE_ADS_ORIGIN } from './google-calls.ts';
import { googleProvider, type GoogleKind } from './google-connection.ts';
import { googleAds } from './google-rules.ts';

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
