import { AccountsToCome } from './accounts-to-come.tsx';

export function LoginPage() {
  return (
    <AccountsToCome
      title="Sign in"
      purpose="With an account you will be able to save analyses and reopen them."
    />
  );
}
