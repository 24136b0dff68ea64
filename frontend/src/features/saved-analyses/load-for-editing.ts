import { createLeadThread } from '#frontend/thread/client.ts';
import type { SavedWork } from '#frontend/thread/work.ts';
import { UNPACKED_CSV } from '#frontend/thread/unpack-dataset.ts';
import { openSaved } from './open-saved.ts';

/** Fetches an analysis and makes a file of its rows; null where it has too little to work on. */
export async function loadForEditing(id: string): Promise<SavedWork | null> {
  const thread = createLeadThread();
  try {
    const { record, dataset } = await openSaved(id, thread);
    return dataset && { ...dataset, readOptions: UNPACKED_CSV, settings: record.settings };
  } finally {
    thread.close();
  }
}
