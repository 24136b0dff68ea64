import { TeamPage as Team } from '#frontend/features/team/team-page.tsx';

export function TeamPage() {
  return <Team />;
}
