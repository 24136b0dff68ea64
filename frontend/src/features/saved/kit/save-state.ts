/** The saved analysis of a work. */
export interface SavedAs {
  id: string;
  /** What it holds. */
  content: string;
  /** True once it was found deleted. */
  isGone: boolean;
  /** The version that was saved or opened here, and its time in ISO 8601. Absent in drafts of an earlier release. */
  version?: number;
  updatedAt?: string;
}

/** How far a work is saved. It is kept with the work. */
export interface SaveState {
  saved: SavedAs | null;
  /** A save that has not succeeded yet: the same content is sent again with the same key, so it is saved once. */
  attempt: { key: string; content: string } | null;
}

export const NOT_SAVED: SaveState = { saved: null, attempt: null };
