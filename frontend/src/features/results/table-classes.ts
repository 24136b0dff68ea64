/**
 * Where a table's first column says the same in row after row, the second one names the row: on narrow screens it
 * stays in view instead of the first, and gets a line once something has passed under it.
 */
export const UNPINNED_CLASSES = 'max-md:static! max-md:max-w-none! max-md:shadow-none!';
export const PINNED_CLASSES =
  'max-md:sticky max-md:left-0 max-md:z-1 max-md:in-data-before:shadow-[1px_0_0_var(--strong)]';
export const PINNED_HEADER_CLASSES =
  'max-md:left-0 max-md:z-3! max-md:in-data-before:shadow-[1px_0_0_var(--strong)]';
