import type { Credentials } from '#contract/auth.ts';
import { hashPassword } from '#worker/auth/passwords.ts';
import { createUser, findUserByEmail, type UserRow } from '#worker/db/users.ts';
import { ApiError } from '#worker/errors.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';
import { presentUser, startSession } from './start-session.ts';

function emailTaken(taken: UserRow | undefined): ApiError {
  const way = taken?.passwordHash === null ? 'Please use Continue with Google.' : 'Please sign in.';
  return new ApiError(409, `An account with this email address already exists. ${way}`, {
    code: 'EMAIL_TAKEN',
  });
}

export async function signUp(c: BodyContext<Credentials>): Promise<Response> {
  const { email, password } = c.req.valid('json');
  const db = c.get('db');
  const taken = await findUserByEmail(db, email);
  if (taken) throw emailTaken(taken);
  const passwordHash = await hashPassword(password);
  const user = {
    id: crypto.randomUUID(),
    googleId: null,
    email,
    passwordHash,
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    createdAt: Date.now(),
  };
  const isCreated = await startSession(
    c,
    { userId: user.id, credential: { passwordHash }, presentedSid: c.get('presentedSid') },
    (session) => createUser(db, user, session),
  );
  if (!isCreated) throw emailTaken(undefined);
  return c.json(presentUser({ ...user, hasPassword: true }), 201);
}
