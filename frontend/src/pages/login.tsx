import { SignIn } from '#frontend/features/auth/sign-in.tsx';
import { useGoogleError } from '#frontend/features/auth/use-google-error.ts';
import { useHomeWhenSignedIn } from '#frontend/features/auth/use-home-when-signed-in.ts';

export function LoginPage() {
  useHomeWhenSignedIn();
  useGoogleError();
  return <SignIn />;
}
