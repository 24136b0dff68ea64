import { SignIn, useGoogleError } from '#frontend/features/auth/sign-in.tsx';

export function LoginPage() {
  useGoogleError();
  return <SignIn />;
}
