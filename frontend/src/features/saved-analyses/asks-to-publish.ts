/** The query of the address of a saved analysis that asks whether its link shall show the current figures. */
export const ASKS_TO_PUBLISH = '?share=update';
