/** The outcome of something that can fail in an expected way: a value, or a tagged reason. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E };
