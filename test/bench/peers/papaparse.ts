import { countWithPapaParse } from './count-with-papaparse.ts';
import { serveCounter } from './serve-counter.ts';

serveCounter(countWithPapaParse);
