import { lazy, type ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { PATHS } from './paths.ts';

/** A page that is fetched when it is first shown. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(() => load().then((module) => ({ default: module[name] })));
}

const HomePage = page(() => import('#frontend/pages/home.tsx'), 'HomePage');
const LoginPage = page(() => import('#frontend/pages/login.tsx'), 'LoginPage');
const SignupPage = page(() => import('#frontend/pages/signup.tsx'), 'SignupPage');
const SavedPage = page(() => import('#frontend/pages/saved.tsx'), 'SavedPage');
const SavedAnalysisPage = page(() => import('#frontend/pages/saved-analysis.tsx'), 'SavedAnalysisPage');
const DocsPage = page(() => import('#frontend/pages/docs.tsx'), 'DocsPage');
const ChangelogPage = page(() => import('#frontend/pages/changelog.tsx'), 'ChangelogPage');
const RoadmapPage = page(() => import('#frontend/pages/roadmap.tsx'), 'RoadmapPage');
const PrivacyPage = page(() => import('#frontend/pages/privacy.tsx'), 'PrivacyPage');
const NotFoundPage = page(() => import('#frontend/pages/not-found.tsx'), 'NotFoundPage');

export function AppRoutes() {
  return (
    <Routes>
      <Route path={PATHS.home} element={<HomePage />} />
      <Route path={PATHS.login} element={<LoginPage />} />
      <Route path={PATHS.signup} element={<SignupPage />} />
      <Route path={PATHS.saved} element={<SavedPage />} />
      <Route path={PATHS.savedAnalysis} element={<SavedAnalysisPage />} />
      <Route path={PATHS.docs} element={<DocsPage />} />
      <Route path={PATHS.changelog} element={<ChangelogPage />} />
      <Route path={PATHS.roadmap} element={<RoadmapPage />} />
      <Route path={PATHS.privacy} element={<PrivacyPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
