/** Every call that the Worker answers; a test holds the list to its routes. */
export const CALLS = [
  ['GET /api/auth/user', 'The current user; 401 without one'],
  ['POST /api/auth/login', 'Sign in with email and password'],
  ['POST /api/auth/signup', 'Create an account'],
  ['GET /api/auth/google', 'Starts sign-in with Google'],
  ['GET /auth/google/callback', 'Where Google returns to'],
  ['GET, POST /api/auth/logout', 'Sign out'],
  ['DELETE /api/auth/user', 'Delete the account and all it has saved'],
  ['GET /api/login', 'Leads to the sign-in page'],
  ['GET /api/analyses', 'The saved analyses, newest first, without rows'],
  ['POST /api/analyses', 'Save an analysis'],
  ['PUT /api/analyses/{id}/dataset', 'Save its headers and rows, compressed'],
  ['GET /api/analyses/{id}', 'One analysis with headers and rows'],
  ['DELETE /api/analyses/{id}', 'Delete one'],
  ['GET, POST /api/preferences', 'Default conversion value and threshold'],
  ['GET /api/health', 'Version, and whether the database answers'],
] as const;
