import type { User } from '#contract/auth.ts';
import type { SessionUser } from '#worker/auth/sessions.ts';

export function presentUser(user: SessionUser): User {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    profileImageUrl: user.profileImageUrl,
  };
}
