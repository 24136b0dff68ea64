import { SignIn } from '#frontend/features/auth/sign-in.tsx';
import { useGoogleError } from '#frontend/features/auth/use-google-error.ts';

export function LoginPage() {
  useGoogleError();
  return <SignIn />;
}
