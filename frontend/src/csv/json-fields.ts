/** The fields of an object of an answer; none of anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  // An object may be read at any key; the value there stays unknown.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
