import { OrganisationSections } from '#frontend/features/organisation/organisation-sections.tsx';
import { TeamPage as Team } from '#frontend/features/team/team-page.tsx';

export function TeamPage() {
  return <Team renderMore={(team) => <OrganisationSections team={team} />} />;
}
