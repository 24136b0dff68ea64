import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { reloadWhenStale } from './app/stale-release.ts';
import './app/app.css';

reloadWhenStale(import.meta.url);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// React takes over the prerendered HTML if it fits the address and the visitor. If not, React replaces it before the
// browser draws again, so that no empty page shows in between.
const isAsRendered =
  root.dataset['prerendered'] === location.pathname && !('waits' in document.documentElement.dataset);
if (isAsRendered) hydrateRoot(root, app);
else flushSync(() => createRoot(root).render(app));
delete document.documentElement.dataset['waits'];
