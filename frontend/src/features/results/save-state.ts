/** The saved analysis that the wizard's work was saved as. */
export interface SavedAs {
  id: string;
  /** Its choices and settings as one text (`contentOf`). */
  content: string;
  /** True once its deletion was noticed. */
  isGone: boolean;
  /** The team that it belongs to. Absent: the user's own. */
  team?: string;
  /** The version that was saved or opened here, and its time in ISO 8601. Absent in drafts of an earlier release. */
  version?: number;
  updatedAt?: string;
}

/** The state of saving the wizard's work. A draft keeps it too. */
export interface SaveState {
  saved: SavedAs | null;
  /** A save that has not succeeded yet. The same content is sent again with the same key, so it is saved only once. */
  attempt: { key: string; content: string } | null;
}

export const NOT_SAVED: SaveState = { saved: null, attempt: null };
