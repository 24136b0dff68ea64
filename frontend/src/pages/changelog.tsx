import { ProsePage } from '#frontend/ui/prose.tsx';
import { BackHome } from './back-home.tsx';

export function ChangelogPage() {
  return <ProsePage title="Changelog" back={<BackHome />} sections={[]} />;
}
