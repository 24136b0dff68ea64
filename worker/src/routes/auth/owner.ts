import type { Handlers } from '../mount.ts';
import { describeAccessLeft } from '#contract/platforms.ts';
import { readAttemptCookie } from '#worker/auth/attempts.ts';
import { hashPassword } from '#worker/auth/passwords.ts';
import { updatePassword, deleteUser, findUserById } from '#worker/db/users.ts';
import type { AppContext } from '#worker/env.ts';
import { listTeams } from '#worker/db/teams.ts';
import { ApiError, lastAdmin, unauthorized } from '#worker/errors.ts';
import {
  forgetDevice,
  type DeviceAccount,
  clearCookie,
  forgetSession,
  readSealedCookie,
} from '#worker/middleware/cookies.ts';
import { noteAuditActor } from '#worker/middleware/note-audit-actor.ts';
import { giveRightsBack } from '../connections/give-back.ts';
import { tellOfChange } from '../mail/change-letter.ts';
import { googleOnly } from './sign-in.ts';
import { startSession } from './session-handlers.ts';
import { guardPassword, wrongPassword, refuseWeakPassword } from './guarded-password.ts';

/** A session alone may belong to somebody at an unlocked computer: the password proves that its owner is here. */
async function requirePassword(c: AppContext, password: string): Promise<DeviceAccount> {
  const user = await findUserById(c.get('db'), c.get('requester').id);
  if (!user) throw unauthorized();
  const { id, passwordHash } = user;
  if (passwordHash === null) throw googleOnly();
  await guardPassword(c, { id, passwordHash }, password);
  return { id, passwordHash };
}

/** Google's confirmation proves it for an account without a password. */
async function requireProof(c: AppContext): Promise<void> {
  const proof = readAttemptCookie('google-proof', await readSealedCookie(c, 'google-proof'));
  if (proof?.sid !== c.get('presentedSid'))
    throw new ApiError(403, 'Please confirm that this account is yours.', { code: 'NOT_CONFIRMED' });
}

/** Names the teams that need the user. Without one, another call has deleted the account by now. */
async function refuseNeeded(c: AppContext, userId: string): Promise<void> {
  const teams = await listTeams(c.get('db'), userId);
  const needing = teams.filter(
    ({ role, admins, members }) => role === 'admin' && admins === 1 && members > 1,
  );
  if (needing.length === 0) return;
  const names = needing.map(({ name }) => `“${name}”`).join(', ');
  throw lastAdmin(
    `You are the last admin of ${names}. Please make another member an admin, or delete the team first. Nothing was deleted.`,
  );
}

const DELETED = 'Your account has been deleted.';

export const ownerHandlers = {
  'DELETE /api/auth/user': async (c) => {
    const { id } = c.get('requester');
    const { password } = c.req.valid('json');
    if (password === undefined) await requireProof(c);
    else await requirePassword(c, password);
    await noteAuditActor(c, id); // the teams of the user note it
    const ended = await deleteUser(c.get('db'), id);
    if (!ended) await refuseNeeded(c, id);
    const accessLeft = ended ? await giveRightsBack(c.get('db'), c, ended) : [];
    forgetSession(c);
    clearCookie(c, 'google-proof');
    forgetDevice(c, id);
    const message = [DELETED, describeAccessLeft(accessLeft)].join(' ').trim();
    return { message, accessLeft };
  },
  'POST /api/auth/password': async (c) => {
    const { password, newPassword } = c.req.valid('json');
    await refuseWeakPassword(newPassword, c.get('requester').email);
    const { id, passwordHash: oldHash } = await requirePassword(c, password);
    const passwordHash = await hashPassword(newPassword);
    const isChanged = await startSession(
      c,
      { userId: id, credential: { passwordHash }, presentedSid: c.get('presentedSid') },
      (session) => updatePassword(c.get('db'), { oldHash, passwordHash, now: Date.now() }, session),
    );
    if (!isChanged) throw wrongPassword();
    tellOfChange(c, id, { kind: 'password' });
    return { message: 'Your password has been changed.' };
  },
} satisfies Partial<Handlers>;
