import { SignUp } from '#frontend/features/auth/sign-up.tsx';
import { useHomeWhenSignedIn } from '#frontend/features/auth/use-home-when-signed-in.ts';
import { PageMeta } from '#frontend/ui/page-meta.tsx';

export function SignupPage() {
  useHomeWhenSignedIn();
  return (
    <>
      <PageMeta
        title="Sign up"
        description="Create an account to keep your analyses and your default settings."
        isPrivate
      />
      <SignUp />
    </>
  );
}
