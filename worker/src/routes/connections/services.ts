import { CONNECTION_KINDS, PLATFORM_OF, type ConnectionKind } from '#contract/platforms.ts';
import { deriveSealingKey } from '#worker/auth/token-sealing.ts';
import type { ConnectionService } from '#worker/connections/provider.ts';
import type { Deployment, Env } from '#worker/env.ts';
import { AD_PLATFORMS } from '#worker/platforms/platforms.ts';

const platformOf = (kind: ConnectionKind) => AD_PLATFORMS[PLATFORM_OF[kind]];

/** The company that keeps the rights of a kind, in texts. */
export const companyOf = (kind: ConnectionKind): string => platformOf(kind).company;

/** Where the consents of a kind come back to. */
export const callbackPathOf = (kind: ConnectionKind): string => platformOf(kind).callbackPath;

/** The kinds that this deployment offers: never with a key from the database, which would lie beside what it seals. */
export function listOffers(env: Env): ConnectionKind[] {
  if (!env.SESSION_SECRET) return [];
  return CONNECTION_KINDS.filter((kind) => platformOf(kind).isOffered(env, kind));
}

/** False: the page says that the kind was not yet tried with a live account. The import from Google Sheets is older than that. */
export const isTried = (kind: ConnectionKind, { TRIED = '' }: Env): boolean =>
  kind === 'sheets' || TRIED.split(/[\s,]+/).includes(kind);

/** The service of a kind, whether it is offered or not: a right can be given back where nobody can connect any more. */
export async function findService(c: Deployment, kind: ConnectionKind): Promise<ConnectionService | null> {
  const { callbackPath, findProvider } = platformOf(kind);
  const redirectUri = new URL(callbackPath, c.req.url).href;
  const provider = findProvider(c.env, { kind, redirectUri });
  const secret = c.env.SESSION_SECRET;
  return provider && secret ? { provider, key: await deriveSealingKey(secret) } : null;
}
