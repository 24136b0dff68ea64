import { FAILED_SIGN_INS, WRONG_PASSWORDS, WRONG_PASSWORDS_PER_ACCOUNT } from '#contract/limits.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { readDevice, type DeviceAccount } from '#worker/middleware/cookies.ts';
import {
  accountKey,
  giveBack,
  networkCounters,
  networkOf,
  reserve,
  type GuardCounter,
} from '#worker/middleware/rate-limit.ts';
import { newPasswordOf } from '#contract/auth.ts';
import { checkPassword, isCommonPassword } from '#worker/auth/passwords.ts';

export const wrongPassword = () =>
  new ApiError(401, 'The password is not right. Please try again.', { code: 'WRONG_PASSWORD' });

/** Counts the wrong passwords of a network, for all accounts together. */
export const failureCounters = (c: AppContext): Promise<GuardCounter[]> =>
  networkCounters(c, 'sign-in', {
    limit: FAILED_SIGN_INS,
    refusal: 'Too many failed sign-ins from your network.',
  });

/**
 * A browser that has signed in to the account before has a counter of its own. Every other one shares those of its network
 * and of the account: guesses of strangers keep strangers out, and not the owner.
 */
async function passwordCounters(c: AppContext, account: DeviceAccount): Promise<GuardCounter[]> {
  const refusal = 'Too many wrong passwords for this account.';
  const device = await readDevice(c, account);
  if (device !== null)
    return [{ key: await accountKey(c, 'password-of-browser', device), limit: WRONG_PASSWORDS, refusal }];
  const network = (await networkOf(c)) ?? 'unknown';
  return [
    ...(await failureCounters(c)),
    {
      key: await accountKey(c, 'password-of-network', `${account.id}:${network}`),
      limit: WRONG_PASSWORDS,
      refusal,
    },
    { key: await accountKey(c, 'password', account.id), limit: WRONG_PASSWORDS_PER_ACCOUNT, refusal },
  ];
}

/**
 * Passes with the right password. The attempt counts before the password is looked at, so that guesses at the same
 * moment can't pass together.
 *
 * @throws 401 for a wrong password, 429 for too many of them
 */
export async function guardPassword(c: AppContext, account: DeviceAccount, password: string): Promise<void> {
  const counters = await passwordCounters(c, account);
  await reserve(c, counters);
  if (!(await checkPassword(password, account.passwordHash))) throw wrongPassword();
  await giveBack(c, counters);
}

const COMMON =
  'This password is one of the most common ones, which are guessed first. Please choose another one.';

/**
 * Refuses a new password that guessers try first.
 *
 * @throws 400 for one of the most common passwords, and for the address of the account
 */
export async function refuseWeakPassword(password: string, email: string): Promise<void> {
  const [issue] = newPasswordOf(email).safeParse(password).error?.issues ?? [];
  const problem = issue?.message ?? ((await isCommonPassword(password)) ? COMMON : null);
  if (problem !== null) throw new ApiError(400, problem, { code: 'WEAK_PASSWORD' });
}
