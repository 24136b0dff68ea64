import type { ComponentType } from 'react';
import type { PageName } from '#contract/pages.ts';

/** A page gets the part of the address in the position of `:id`. */
export type PageComponent = ComponentType<{ id: string }>;

const signInPages = () => import('./sign-in.tsx');

/** Fetches each page but the first. Its component is the only export: names of exports would enlarge the first page. */
export const LATER_PAGES: Readonly<
  Record<Exclude<PageName, 'home'>, () => Promise<Readonly<Record<string, PageComponent>>>>
> = {
  login: signInPages,
  signup: signInPages,
  'link-google': signInPages,
  'log-out': () => import('./log-out.tsx'),
  mail: () => import('./mail.tsx'),
  saved: () => import('#frontend/features/saved/saved-list.tsx'),
  'saved-analysis': () => import('./saved-analysis.tsx'),
  compare: () => import('#frontend/features/compare/compare-saved.tsx'),
  connections: () => import('#frontend/features/connections/connections-list.tsx'),
  team: () => import('./team.tsx'),
  join: () => import('#frontend/features/team/join-team.tsx'),
  shared: () => import('./shared.tsx'),
  docs: () => import('./docs.tsx'),
  'reading-results': () => import('./reading-results.tsx'),
  privacy: () => import('./privacy.tsx'),
  roadmap: () => import('./roadmap.tsx'),
  changelog: () => import('./changelog.tsx'),
  'not-found': () => import('./not-found.tsx'),
};
