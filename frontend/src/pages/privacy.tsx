import { ProsePage } from '#frontend/ui/prose.tsx';
import { BackHome } from './back-home.tsx';

export function PrivacyPage() {
  return <ProsePage title="Privacy" back={<BackHome />} sections={[]} />;
}
