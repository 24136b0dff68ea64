import type { ComponentType } from 'react';
import type { PageName } from '#contract/pages.ts';

/** A page gets the part of the address in the position of `:id`. */
export type PageComponent = ComponentType<{ id: string }>;

/** Fetches the component of each page but the first. */
export const LATER_PAGES: Readonly<Record<Exclude<PageName, 'home'>, () => Promise<PageComponent>>> = {
  login: async () => (await import('#frontend/features/sign-in/sign-in.tsx')).SignIn,
  signup: async () => (await import('#frontend/features/sign-in/sign-in.tsx')).SignUp,
  'link-google': async () => (await import('#frontend/features/sign-in/sign-in.tsx')).LinkGoogle,
  'log-out': async () => (await import('./log-out.tsx')).LogOutPage,
  mail: async () => (await import('./mail.tsx')).MailPage,
  saved: async () => (await import('#frontend/features/saved/saved-list.tsx')).SavedList,
  'saved-analysis': async () => (await import('./saved-analysis.tsx')).SavedAnalysisPage,
  compare: async () => (await import('#frontend/features/compare/compare-saved.tsx')).CompareSaved,
  connections: async () =>
    (await import('#frontend/features/connections/connections-list.tsx')).ConnectionsList,
  team: async () => (await import('./team.tsx')).TeamPage,
  join: async () => (await import('#frontend/features/team/join-team.tsx')).JoinTeam,
  shared: async () => (await import('./shared.tsx')).SharedPage,
  docs: async () => (await import('./docs.tsx')).DocsPage,
  privacy: async () => (await import('./privacy.tsx')).PrivacyPage,
  roadmap: async () => (await import('./roadmap.tsx')).RoadmapPage,
  changelog: async () => (await import('./changelog.tsx')).ChangelogPage,
  'not-found': async () => (await import('./not-found.tsx')).NotFoundPage,
};
