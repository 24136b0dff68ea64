import { SignIn } from '#frontend/features/auth/sign-in.tsx';
import { useGoogleError } from '#frontend/features/auth/use-address-messages.ts';
import { useHomeWhenSignedIn } from '#frontend/features/auth/use-home-when-signed-in.ts';
import { PageMeta } from '#frontend/ui/page-meta.tsx';

export function LoginPage() {
  useHomeWhenSignedIn();
  useGoogleError();
  return (
    <>
      <PageMeta
        title="Sign in"
        description="Sign in to keep your analyses and your default settings."
        isPrivate
      />
      <SignIn />
    </>
  );
}
