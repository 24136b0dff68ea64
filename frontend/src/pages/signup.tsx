import { SignUp } from '#frontend/features/auth/sign-up.tsx';
import { useHomeWhenSignedIn } from '#frontend/features/auth/use-home-when-signed-in.ts';

export function SignupPage() {
  useHomeWhenSignedIn();
  return <SignUp />;
}
