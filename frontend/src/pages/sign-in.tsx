import { useLocation } from 'react-router-dom';
import { findPage } from '#contract/pages.ts';
import { LinkGoogle, SignIn, SignUp } from '#frontend/features/sign-in/sign-in.tsx';

/** The page of the address: three that share their code. */
export function SignInPages() {
  const { name } = findPage(useLocation().pathname);
  if (name === 'signup') return <SignUp />;
  return name === 'link-google' ? <LinkGoogle /> : <SignIn />;
}
