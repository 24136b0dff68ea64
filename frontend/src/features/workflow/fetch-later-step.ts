/** Fetches all that the wizard shows once a file is opened or refused, and for earlier work. No code of it is on the first page. */
export const fetchLaterStep = () => import('./later-step.tsx');
