import { JoinTeam } from '#frontend/features/team/join-team.tsx';

export function JoinPage() {
  return <JoinTeam />;
}
