import type { Database } from '#worker/db/client.ts';
import type { StoredText } from '#worker/db/saved-analyses.ts';
import { D1Store } from './d1-store.ts';
import { R2Store } from './r2-store.ts';
import type { TextStore } from './store.ts';

export interface Stores {
  /** Stores configurations and figures. */
  texts: TextStore;
  /** Stores new datasets. */
  datasets: TextStore;
  /** The store that holds this text. */
  of(text: StoredText): TextStore;
}

/** New datasets go to object storage if a bucket is bound; datasets in the database stay there. */
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
