import { ProsePage } from '#frontend/ui/prose.tsx';
import { BackHome } from './back-home.tsx';

export function RoadmapPage() {
  return <ProsePage title="Roadmap" back={<BackHome />} sections={[]} />;
}
