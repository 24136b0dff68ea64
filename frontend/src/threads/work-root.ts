/** The path of the user's own calls to our Worker; a team has another one. */
export const OWN_WORK = '/api';

/** Begins the path of each call to our Worker. The page writes it behind the name of the thread, which cannot know the choice of its tab. */
export function workRoot(): string {
  const { name = '' } = globalThis as { name?: string }; // a thread has one
  return name.split(' ')[1] ?? OWN_WORK;
}
