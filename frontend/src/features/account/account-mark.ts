/** The first script of the document reads it too, before anything is painted. */
const KEY = 'account';

/** Notes whether somebody is signed in in this browser, for the first look at the next page. It says nothing more. */
export function markAccount(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, 'signed-in');
    else localStorage.removeItem(KEY);
  } catch {
    // Where storage is forbidden everybody is taken for a guest until the server has answered.
  }
}
