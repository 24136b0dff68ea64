import { PLATFORM_OF, RULE_KINDS, type RuleKind } from '#contract/platforms.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { AD_PLATFORMS } from '#worker/platforms/platforms.ts';
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

/** A platform with the right of the signed-in user to call it. */
export interface OpenPlatform {
  kind: RuleKind;
  platform: RulePlatform;
  access: Access;
}

/** @throws whatever `requirePlatform` and `requireAccess` throw */
export async function openPlatform(
  c: AppContext,
  use: Exclude<TokenUse, 'browser'>,
  kind: string | undefined = c.req.param('kind'),
): Promise<OpenPlatform> {
  const known = requirePlatform(c, kind);
  const { accessToken } = await requireAccess(c, known.kind, use);
  return { ...known, access: { accessToken, fetch: (address, init) => fetch(address, init) } };
}

/** @throws 404 for a kind that takes no rules */
export function requirePlatform(
  c: AppContext,
  kind: string | undefined = c.req.param('kind'),
): Omit<OpenPlatform, 'access'> {
  const known = RULE_KINDS.find((one) => one === kind);
  if (!known) throw new ApiError(404, 'Not found');
  return { kind: known, platform: AD_PLATFORMS[PLATFORM_OF[known]].openRules(c.env) };
}

/** Waits for a platform; its failures and the refusals of a push become answers for the visitor. */
export async function askPlatform<T>(name: string, asking: () => Promise<T>): Promise<T> {
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
