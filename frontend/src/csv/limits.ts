/** Exactly this many bytes are still accepted. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_COLUMNS = 40;
export const MIN_COLUMNS = 2;
