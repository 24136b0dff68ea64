/** With this query, the page of a saved analysis asks whether its read-only link shall show the current figures. */
export const ASKS_TO_PUBLISH = '?share=update';
