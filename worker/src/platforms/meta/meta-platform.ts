import type { AdPlatform } from '../ad-platform.ts';
import {
  GRAPH_VERSION,
  META_DIALOG_ORIGIN,
  META_ORIGIN,
  metaProvider,
  proveSecret,
} from './meta-connection.ts';
import { metaAds } from './meta-rules.ts';

interface MetaSettings {
  /** Without these two, nobody can connect Meta. */
  META_APP_ID?: string;
  META_APP_SECRET?: string;
  /** Only tests set these two: they replace Meta. */
  META_ORIGIN?: string;
  META_DIALOG_ORIGIN?: string;
}

export const metaPlatform: AdPlatform<MetaSettings> = {
  company: 'Meta',
  callbackPath: '/auth/meta/callback',
  isOffered: ({ META_APP_ID, META_APP_SECRET }) => Boolean(META_APP_ID && META_APP_SECRET),
  findProvider(settings, { redirectUri }) {
    const { META_APP_ID: appId, META_APP_SECRET: appSecret } = settings;
    if (!appId || !appSecret) return null;
    const origin = settings.META_ORIGIN ?? META_ORIGIN;
    const dialogOrigin = settings.META_DIALOG_ORIGIN ?? META_DIALOG_ORIGIN;
    return metaProvider({ origin, dialogOrigin, appId, appSecret, redirectUri });
  },
  openRules: ({ META_ORIGIN: origin = META_ORIGIN, META_APP_SECRET: appSecret = '' }) =>
    metaAds({
      origin: `${origin}/${GRAPH_VERSION}`,
      prove: (accessToken) => proveSecret({ appSecret }, accessToken),
    }),
};
