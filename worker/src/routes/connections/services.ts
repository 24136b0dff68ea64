import {
  CONNECTION_KINDS,
  PLATFORM_OF,
  type ConnectionKind,
  type ConnectedPlatform,
} from '#contract/connection-kinds.ts';
import type { OpenIdClient } from '#worker/auth/openid.ts';
import { deriveSealingKey } from '#worker/auth/token-sealing.ts';
import { googleProvider } from '#worker/connections/google.ts';
import { META_DIALOG_ORIGIN, META_ORIGIN, metaProvider, type MetaClient } from '#worker/connections/meta.ts';
import {
  MICROSOFT_LOGIN_ORIGIN,
  microsoftEndpoints,
  microsoftProvider,
} from '#worker/connections/microsoft.ts';
import type { ConnectionProvider, ConnectionService } from '#worker/connections/provider.ts';
import type { Deployment, Env } from '#worker/env.ts';
import { CALLBACK_PATH, readClient } from '../auth/google-client.ts';

/** Where the consents of each service come back to. */
const CALLBACK_PATHS: Readonly<Record<ConnectedPlatform, string>> = {
  google: CALLBACK_PATH,
  meta: '/auth/meta/callback',
  microsoft: '/auth/microsoft/callback',
};

export const callbackPathOf = (kind: ConnectionKind): string => CALLBACK_PATHS[PLATFORM_OF[kind]];

const wordsOf = (text: string | undefined): string[] => text?.split(/[\s,]+/) ?? [];

/** True where an operator's variable asks for a kind beside its keys. */
function isChosen(kind: ConnectionKind, { GOOGLE_ADS }: Env): boolean {
  if (kind === 'google-values') return wordsOf(GOOGLE_ADS).includes('values');
  if (kind === 'google-rules') return wordsOf(GOOGLE_ADS).includes('rules');
  return true;
}

function hasKeys(platform: ConnectedPlatform, env: Env): boolean {
  switch (platform) {
    case 'google':
      return Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET);
    case 'meta':
      return Boolean(env.META_APP_ID && env.META_APP_SECRET);
    case 'microsoft':
      return Boolean(env.MICROSOFT_CLIENT_ID && env.MICROSOFT_CLIENT_SECRET && env.MICROSOFT_DEVELOPER_TOKEN);
  }
}

/** The kinds that this deployment offers: never with a key from the database, which would lie beside what it seals. */
export function listOffers(env: Env): ConnectionKind[] {
  if (!env.SESSION_SECRET) return [];
  return CONNECTION_KINDS.filter((kind) => hasKeys(PLATFORM_OF[kind], env) && isChosen(kind, env));
}

/** False: the page says that the kind was not yet tried with a live account. The import from Google Sheets is older than that. */
export const isTried = (kind: ConnectionKind, { TRIED }: Env): boolean =>
  kind === 'sheets' || wordsOf(TRIED).includes(kind);

function readMetaClient({ env, req }: Deployment): MetaClient | null {
  const { META_APP_ID: appId, META_APP_SECRET: appSecret } = env;
  if (!appId || !appSecret) return null;
  return {
    origin: env.META_ORIGIN ?? META_ORIGIN,
    dialogOrigin: env.META_DIALOG_ORIGIN ?? META_DIALOG_ORIGIN,
    appId,
    appSecret,
    redirectUri: new URL(CALLBACK_PATHS.meta, req.url).href,
  };
}

function readMicrosoftClient({ env, req }: Deployment): OpenIdClient | null {
  const { MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  const provider = microsoftEndpoints(env.MICROSOFT_LOGIN_ORIGIN ?? MICROSOFT_LOGIN_ORIGIN);
  return { provider, clientId, clientSecret, redirectUri: new URL(CALLBACK_PATHS.microsoft, req.url).href };
}

function findProvider(c: Deployment, kind: ConnectionKind): ConnectionProvider | null {
  if (kind === 'meta') {
    const client = readMetaClient(c);
    return client && metaProvider(client);
  }
  if (kind === 'microsoft') {
    const client = readMicrosoftClient(c);
    return client && microsoftProvider(client, c.env.MICROSOFT_SANDBOX === 'on' ? 'sandbox' : 'live');
  }
  const client = readClient(c);
  return client && googleProvider(client, kind);
}

/** The service of a kind, whether it is offered or not: a right can be given back where nobody can connect any more. */
export async function findService(c: Deployment, kind: ConnectionKind): Promise<ConnectionService | null> {
  const provider = findProvider(c, kind);
  const secret = c.env.SESSION_SECRET;
  return provider && secret ? { provider, key: await deriveSealingKey(secret) } : null;
}
