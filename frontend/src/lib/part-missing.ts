/** Said in the place of a part whose code could not be fetched. */
export const PART_MISSING = 'This part could not be fetched. Connect once and try again; your file is safe.';
