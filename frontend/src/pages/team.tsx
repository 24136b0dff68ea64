import { OrganisationSections } from '#frontend/features/organisation/organisation-sections.tsx';
import { TeamSections } from '#frontend/features/team/team-page.tsx';

export function TeamPage() {
  return <TeamSections More={OrganisationSections} />;
}
