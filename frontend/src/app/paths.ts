/** Every address of the application; the Worker hands all of them the same document. */
export const PATHS = {
  home: '/',
  login: '/auth/login',
  signup: '/auth/signup',
  saved: '/saved',
  savedAnalysis: '/saved/:id',
  docs: '/docs',
  changelog: '/changelog',
  roadmap: '/roadmap',
  privacy: '/privacy',
} as const;
