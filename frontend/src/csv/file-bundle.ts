/** The first characters of a bundle. No text begins so. */
export const BUNDLE_MARK = '\u0001LVF';
export const BUNDLE_TYPE = 'application/x-lead-files';
/** The most bytes of the mark and the list of files. The reader checks the sizes of the files themselves. */
export const MAX_BUNDLE_HEAD = 64 * 1024;

/**
 * Several files as one, whose bytes lie behind each other: the mark, a line with their names and sizes as JSON, and the files. It is kept and
 * opened again as any other file. Its name is made from that of the first: 'leads-a and 2 more.csv'.
 */
export function bundleFiles(files: readonly File[]): File {
  const [first, ...others] = files;
  if (!first) throw new RangeError('There is no file');
  if (others.length === 0) return first;
  const list = JSON.stringify(files.map(({ name, size }) => [name, size]));
  const name = `${first.name.replace(/\.\w+$/, '')} and ${others.length} more.csv`;
  return new File([BUNDLE_MARK, list, '\n', ...files], name, { type: BUNDLE_TYPE });
}
