import type { Context } from 'hono';
import { RULE_KINDS, type RuleKind } from '#contract/platforms.ts';
import type { AppEnv, Env } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { GRAPH_VERSION, META_ORIGIN, proveSecret } from '#worker/platforms/meta/meta-connection.ts';
import { googleAds } from '#worker/platforms/google-ads/google-rules.ts';
import { GOOGLE_ADS_ORIGIN } from '#worker/platforms/google-ads/google-calls.ts';
import { metaAds } from '#worker/platforms/meta/meta-rules.ts';
import { MICROSOFT_ADS_HOSTS } from '#worker/platforms/microsoft-advertising/microsoft-calls.ts';
import { microsoftAds } from '#worker/platforms/microsoft-advertising/microsoft-rules.ts';
import { PushRefused } from '#worker/pushes/push.ts';
import {
  AccessEnded,
  PlatformRefused,
  PlatformSilent,
  type Access,
  type RulePlatform,
} from '#worker/pushes/rule-platform.ts';
import type { TokenUse } from '#worker/connections/access.ts';
import { requireAccess } from '../connections/require-access.ts';

type Frame = unknown;

/** The platforms that take rules. */
const PLATFORMS: Readonly<Record<RuleKind, (env: Env) => RulePlatform<Frame>>> = {
  'google-rules': (env) => googleAds(googleOrigin(env)),
  meta: openMeta,
  microsoft: openMicrosoft,
};

export const googleOrigin = ({ GOOGLE_ADS_ORIGIN: origin }: Env): string => origin ?? GOOGLE_ADS_ORIGIN;

/** Nobody is connected where its keys are missing. */
function openMeta({ META_ORIGIN: origin = META_ORIGIN, META_APP_SECRET: appSecret = '' }: Env) {
  return metaAds({
    origin: `${origin}/${GRAPH_VERSION}`,
    prove: (accessToken) => proveSecret({ appSecret }, accessToken),
  });
}

/** As above. */
function openMicrosoft({
  MICROSOFT_ADS_ORIGIN: origin,
  MICROSOFT_SANDBOX: sandbox,
  MICROSOFT_DEVELOPER_TOKEN: developerToken = '',
}: Env) {
  const isSandbox = sandbox === 'on';
  const hosts = origin
    ? { campaigns: origin, customers: origin }
    : MICROSOFT_ADS_HOSTS[isSandbox ? 'sandbox' : 'live'];
  return microsoftAds({ hosts, isSandbox, developerToken });
}

/** A platform with the right of the signed-in user to call it. */
export interface OpenPlatform {
  kind: RuleKind;
  platform: RulePlatform<Frame>;
  access: Access;
}

/** @throws 404 for a kind that takes no rules, and whatever `requireAccess` throws */
export async function openPlatform(
  c: Context<AppEnv>,
  use: Exclude<TokenUse, 'browser'>,
  kind: string | undefined = c.req.param('kind'),
): Promise<OpenPlatform> {
  const known = RULE_KINDS.find((one) => one === kind);
  const make = known && PLATFORMS[known];
  if (!make) throw new ApiError(404, 'Not found');
  const { accessToken } = await requireAccess(c, known, use);
  return {
    kind: known,
    platform: make(c.env),
    access: { accessToken, fetch: (address, init) => fetch(address, init) },
  };
}

/** Waits for a platform; its failures and the refusals of a push become answers for the visitor. */
export async function ask<T>(name: string, asking: () => Promise<T>): Promise<T> {
  try {
    return await asking();
  } catch (error) {
    throw toAnswer(name, error);
  }
}

function toAnswer(name: string, error: unknown): unknown {
  if (error instanceof AccessEnded)
    return new ApiError(409, `${error.message} Please connect again.`, { code: 'DISCONNECTED' });
  if (error instanceof PlatformRefused) return new ApiError(409, error.message, { code: 'PLATFORM_REFUSED' });
  if (error instanceof PlatformSilent) {
    console.error(`${name} gave no answer: ${error.message}`);
    return new ApiError(
      502,
      `${name} didn't answer as expected. Nothing was written. Please try again in a moment.`,
      { code: 'PROVIDER_UNAVAILABLE' },
    );
  }
  if (!(error instanceof PushRefused)) return error;
  if (error.reason === 'problem') return new ApiError(400, error.message, { code: 'INVALID_INPUT' });
  return new ApiError(409, error.message, {
    code: error.reason === 'running' ? 'PUSH_RUNNING' : 'ACCOUNT_CHANGED',
  });
}
