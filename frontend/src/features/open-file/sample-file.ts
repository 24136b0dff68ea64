export const SAMPLE_NAME = 'sample-leads.csv';
/** The first day of the sample, which is also the date of its file. */
export const SAMPLE_START = Date.UTC(2026, 0, 5);

/** True for the file of the sample data, and for the copy of it that a draft keeps. */
export const isSample = (file: File | null): boolean =>
  file?.name === SAMPLE_NAME && file.lastModified === SAMPLE_START;
