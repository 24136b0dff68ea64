import { compare, hash } from 'bcryptjs';
import { MAX_PASSWORD_BYTES } from '#contract/limits.ts';

const COST = 10;

/** bcrypt hash of a password that the schema of new passwords has accepted, in NFC. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether the password is the one behind the hash. A hash of earlier days may be of the password as it was typed. What
 * bcrypt would cut is wrong.
 */
export async function checkPassword(password: string, passwordHash: string): Promise<boolean> {
  for (const spelling of new Set([password.normalize('NFC'), password])) {
    if (new TextEncoder().encode(spelling).length > MAX_PASSWORD_BYTES) continue;
    if (await compare(spelling, passwordHash)) return true;
  }
  return false;
}
