import { ProsePage } from '#frontend/ui/prose.tsx';
import { BackHome } from './back-home.tsx';

export function DocsPage() {
  return <ProsePage title="Docs" back={<BackHome />} sections={[]} />;
}
