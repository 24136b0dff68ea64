import { createLeadThread } from '#frontend/thread/client.ts';
import type { SavedWork } from '#frontend/thread/work.ts';
import { UNPACKED_CSV } from '#frontend/thread/unpack-dataset.ts';
import { contentOf } from './content.ts';
import { openSaved } from './open-saved.ts';
import { contextOf } from './saved-context.ts';

/** Fetches an analysis and turns its rows into a file; null if its rows or its choices are missing. */
export async function loadForEditing(id: string): Promise<SavedWork | null> {
  const thread = createLeadThread();
  try {
    const { record, dataset } = await openSaved(id, thread);
    if (!dataset) return null;
    const { settings } = record;
    const saved = { id, content: contentOf({ context: contextOf(record), settings }), isGone: false };
    return { ...dataset, readOptions: UNPACKED_CSV, settings, save: { saved, attempt: null } };
  } finally {
    thread.close();
  }
}
