import { SignUp } from '#frontend/features/auth/sign-in.tsx';

export function SignupPage() {
  return <SignUp />;
}
