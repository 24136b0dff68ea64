/** Every call that the Worker answers. A test compares the list with the routes of the Worker. */
export const CALLS = [
  ['GET /api/auth/user', 'Returns the current user; 401 without one'],
  ['POST /api/auth/login', 'Signs in with email and password'],
  ['POST /api/auth/signup', 'Creates an account'],
  ['GET /api/auth/google', 'Starts sign-in with Google'],
  ['GET /auth/google/callback', 'Ends sign-in with Google'],
  ['GET, POST /api/auth/logout', 'Signs out'],
  ['DELETE /api/auth/user', 'Deletes the account and all its data'],
  ['GET /api/login', 'Redirects to the sign-in page'],
  ['GET /api/analyses', 'Lists the saved analyses, newest first, without rows'],
  ['POST /api/analyses', 'Saves an analysis'],
  ['PUT /api/analyses/{id}', 'Replaces its figures and configuration, and leaves its dataset'],
  ['GET, PUT /api/analyses/{id}/dataset', 'Returns or saves its headers and rows, compressed'],
  ['GET /api/analyses/{id}', 'Returns one analysis with headers and rows'],
  ['DELETE /api/analyses/{id}', 'Deletes one analysis'],
  ['GET, POST /api/preferences', 'Returns or saves the default conversion value and threshold'],
  ['GET /api/health', 'Returns the version and the state of the database'],
] as const;
