/** Fetches what saves, updates, watches and loads an analysis. Few visits do, and the schemas of the API come along. */
export const fetchSavedWork = () => import('./saved-work.tsx');
