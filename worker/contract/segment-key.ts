/** A field and one of its values as one text, different for different pairs: the key of a segment in maps and lists. */
export const segmentKey = (field: string, value: string): string => JSON.stringify([field, value]);
