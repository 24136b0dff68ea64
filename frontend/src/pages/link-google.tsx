import { LinkGoogle } from '#frontend/features/auth/sign-in.tsx';

export function LinkGooglePage() {
  return <LinkGoogle />;
}
