import Papa from 'papaparse';
import { RowCounter, type Counts } from '../pages/counts.ts';
import { serveCounter } from './serve-counter.ts';

/** Row by row: nothing is kept, and nothing but the counts is left. */
serveCounter(
  (file, job) =>
    new Promise<Counts>((resolve, reject) => {
      let counter: RowCounter | null = null;
      Papa.parse<string[]>(file, {
        skipEmptyLines: true,
        step({ data }) {
          if (counter) counter.add(data);
          else counter = new RowCounter(data, job);
        },
        complete: () => (counter ? resolve(counter.counts()) : reject(new Error('No row'))),
        error: reject,
      });
    }),
);
