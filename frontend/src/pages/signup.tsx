import { AccountsToCome } from './accounts-to-come.tsx';

export function SignupPage() {
  return (
    <AccountsToCome
      title="Sign up"
      purpose="With an account you will be able to save analyses and reopen them."
    />
  );
}
