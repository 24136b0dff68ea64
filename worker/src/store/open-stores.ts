import type { Database } from '#worker/db/client.ts';
import type { StoredText } from '#worker/db/saved-analyses.ts';
import { D1Store } from './d1-store.ts';
import { R2Store } from './r2-store.ts';
import type { TextStore } from './store.ts';

export interface Stores {
  /** For configuration and figures. */
  texts: TextStore;
  /** For new datasets. */
  datasets: TextStore;
  /** Where a stored text lies. */
  of(text: StoredText): TextStore;
}

/** Datasets go to object storage where a bucket is bound; those from before stay where they are. */
export function openStores(
  db: Database,
  { open, bucket }: { open: () => Database; bucket: R2Bucket | undefined },
): Stores {
  const d1 = new D1Store(db, open);
  const r2 = bucket ? new R2Store(db, bucket) : null;
  return {
    texts: d1,
    datasets: r2 ?? d1,
    of({ objectKey }) {
      if (objectKey === null) return d1;
      if (!r2) throw new Error('A dataset lies in object storage, and no bucket is bound');
      return r2;
    },
  };
}
