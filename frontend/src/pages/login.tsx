import { SignIn } from '#frontend/features/auth/sign-in.tsx';
import { useGoogleError } from '#frontend/features/auth/use-address-messages.ts';

export function LoginPage() {
  useGoogleError();
  return <SignIn />;
}
