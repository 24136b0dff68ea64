import type { PasswordChange } from '#contract/auth.ts';
import { command } from './client.ts';

/** Leads to Google and back to the start page, which then continues the deletion. */
export const CONFIRM_WITH_GOOGLE_URL = '/api/auth/google/confirm';

/** Replaces the password. All other sessions end. */
export async function changePassword(change: PasswordChange): Promise<void> {
  await command('/api/auth/password', { method: 'POST', json: change });
}

/** Ends every session of the user, this one too. */
export async function endAllSessions(): Promise<void> {
  await command('/api/auth/logout/everywhere', { method: 'POST' });
}

/** Deletes the account and all its data. Needs no password if Google has just confirmed the owner. */
export async function deleteAccount(password?: string): Promise<void> {
  await command('/api/auth/user', { method: 'DELETE', json: { password } });
}
