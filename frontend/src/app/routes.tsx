import { lazy, useEffect, type ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { HomePage } from '#frontend/pages/home.tsx';
import { replayEarlyInput } from './early-input.ts';
import { PATHS } from './paths.ts';

interface PageProps {
  /** What the address says instead of `:id`. */
  id: string;
}

/** A page that is fetched when it is first shown. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType<PageProps>>>, name: Name) {
  return lazy(() => load().then((module) => ({ default: module[name] })));
}

const NotFoundPage = page(() => import('#frontend/pages/not-found.tsx'), 'NotFoundPage');

const PAGES: readonly [path: string, page: ComponentType<PageProps>][] = [
  [PATHS.home, HomePage],
  [PATHS.login, page(() => import('#frontend/pages/login.tsx'), 'LoginPage')],
  [PATHS.signup, page(() => import('#frontend/pages/signup.tsx'), 'SignupPage')],
  [PATHS.saved, page(() => import('#frontend/pages/saved.tsx'), 'SavedPage')],
  [PATHS.savedAnalysis, page(() => import('#frontend/pages/saved-analysis.tsx'), 'SavedAnalysisPage')],
  [PATHS.docs, page(() => import('#frontend/pages/docs.tsx'), 'DocsPage')],
  [PATHS.changelog, page(() => import('#frontend/pages/changelog.tsx'), 'ChangelogPage')],
  [PATHS.roadmap, page(() => import('#frontend/pages/roadmap.tsx'), 'RoadmapPage')],
  [PATHS.privacy, page(() => import('#frontend/pages/privacy.tsx'), 'PrivacyPage')],
];

/** The page of the address. Nine flat addresses need no nested routes, whose code every visitor would fetch. */
export function AppRoutes() {
  const { pathname } = useLocation();
  useEffect(replayEarlyInput, []);
  for (const [path, Page] of PAGES) {
    const match = matchPath(path, pathname);
    if (match) return <Page id={match.params['id'] ?? ''} />;
  }
  return <NotFoundPage id="" />;
}
