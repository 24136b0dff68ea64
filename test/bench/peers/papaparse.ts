import Papa from 'papaparse';
import { RowCounter, type Counts } from './counts.ts';
import { serveCounter } from './serve-counter.ts';

/** The rows of a chunk, then their counts. PapaParse cuts a file into chunks of 10 MB. */
serveCounter(
  (file, job) =>
    new Promise<Counts>((resolve, reject) => {
      let counter: RowCounter | null = null;
      Papa.parse<string[]>(file, {
        skipEmptyLines: true,
        chunk({ data }) {
          const isFirst = counter === null;
          counter ??= new RowCounter(data[0] ?? [], job);
          for (let row = isFirst ? 1 : 0; row < data.length; row++) counter.add(data[row]!); // below length
        },
        complete: () => (counter ? resolve(counter.counts()) : reject(new Error('No row'))),
        error: reject,
      });
    }),
);
