import { LinkGoogle } from '#frontend/features/sign-in/sign-in.tsx';

export function LinkGooglePage() {
  return <LinkGoogle />;
}
