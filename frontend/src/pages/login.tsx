import { SignIn, useGoogleError } from '#frontend/features/sign-in/sign-in.tsx';

export function LoginPage() {
  useGoogleError();
  return <SignIn />;
}
