import Papa from 'papaparse';
import type { CountJob } from '../files/shapes.ts';
import { RowCounter, type Counts } from '../pages/counts.ts';

/** The rows of a chunk, then their counts. PapaParse cuts a file into chunks of 10 MB. */
export function countWithPapaParse(file: File, job: CountJob): Promise<Counts> {
  return new Promise((resolve, reject) => {
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
  });
}
