import type { Bench } from '../harness/bench.ts';
import type { Figure } from '../report/figure.ts';
import { measureChanges } from './again.ts';
import { measureByValue } from './by-value.ts';
import { measureColumns } from './columns.ts';
import { measureMemory } from './memory.ts';
import { measurePage } from './page.ts';
import { measurePaint } from './paint.ts';
import { measureReading } from './read.ts';
import { measureRoutes } from './routes.ts';
import { measureSaved } from './saved.ts';
import { measureSpreadsheet } from './spreadsheet.ts';
import { measureScale } from './scale.ts';
import { measureWeight } from './weight.ts';

export interface Section {
  title: string;
  measure(bench: Bench): Promise<Figure[]>;
}

/** All parts of the benchmark, by the name to ask for one. */
export const SECTIONS: Readonly<Record<string, Section>> = {
  read: { title: 'From a file to all counts', measure: measureReading },
  value: { title: 'From a file to all counts by value', measure: measureByValue },
  xlsx: { title: 'From a spreadsheet to all counts', measure: measureSpreadsheet },
  columns: { title: 'The search for columns', measure: measureColumns },
  memory: { title: 'Peak memory', measure: measureMemory },
  page: { title: 'The main job in the page', measure: measurePage },
  again: { title: 'After the first count', measure: measureChanges },
  scale: { title: 'Cost by size', measure: measureScale },
  weight: { title: 'Weight', measure: measureWeight },
  paint: { title: 'First paint', measure: measurePaint },
  saved: { title: 'Saving and reopening', measure: measureSaved },
  routes: { title: 'Routes on the Workers runtime', measure: measureRoutes },
};
