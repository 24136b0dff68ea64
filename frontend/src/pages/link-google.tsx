import { LinkGoogle } from '#frontend/features/auth/link-google.tsx';

export function LinkGooglePage() {
  return <LinkGoogle />;
}
