import { compare, hash } from 'bcryptjs';
import { MAX_PASSWORD_BYTES } from '#contract/limits.ts';

const COST = 10;

/** bcrypt hash of a password that the sign-up schema has accepted. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether the password is the one behind the hash. What bcrypt would cut is wrong. */
export async function checkPassword(password: string, passwordHash: string): Promise<boolean> {
  if (new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES) return false;
  return await compare(password, passwordHash);
}
