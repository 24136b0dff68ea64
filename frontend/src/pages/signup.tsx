import { SignUp } from '#frontend/features/auth/sign-up.tsx';

export function SignupPage() {
  return <SignUp />;
}
