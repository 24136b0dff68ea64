/** The thread's script could not be fetched or run: there is no connection, or a newer release has taken its place. */
export class ThreadMissing extends Error {
  override readonly name = 'ThreadMissing';
}
