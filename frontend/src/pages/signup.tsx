import { SignUp } from '#frontend/features/sign-in/sign-in.tsx';

export function SignupPage() {
  return <SignUp />;
}
