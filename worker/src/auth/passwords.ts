import { compare, hash } from 'bcryptjs';
import { MAX_PASSWORD_BYTES } from '#contract/limits.ts';

const COST = 10;

/** bcrypt hash of a password that the schema of new passwords has accepted, in NFC. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * True if the hash is of this password. An old hash may be of the password as it was typed, not in NFC. A password that
 * bcrypt would cut is wrong.
 */
export async function checkPassword(password: string, passwordHash: string): Promise<boolean> {
  for (const spelling of new Set([password.normalize('NFC'), password])) {
    if (new TextEncoder().encode(spelling).length > MAX_PASSWORD_BYTES) continue;
    if (await compare(spelling, passwordHash)) return true;
  }
  return false;
}
