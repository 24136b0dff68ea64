/** The message instead of a part of the page whose code could not be fetched. */
export const PART_MISSING = 'This part could not be fetched. Connect once and try again; your file is safe.';
