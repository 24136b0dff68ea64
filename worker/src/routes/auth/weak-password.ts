import { newPasswordOf } from '#contract/auth.ts';
import { isCommonPassword } from '#worker/auth/common-passwords.ts';
import { ApiError } from '#worker/errors.ts';

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
