/** A counter of files. A script below /assets/ is the shipped thread, any other name is that of a file in `peers`. */
export interface Contestant {
  name: string;
  script: string;
}

/** The contestant to which ratios are taken. */
export const PAPAPARSE: Contestant = { name: 'PapaParse', script: 'papaparse' };
/** Reading the text alone: the time below which no reader of text gets. */
export const FLOOR: Contestant = { name: 'File.text() alone', script: 'floor' };

/** Reads spreadsheets; the project has it for its tests. */
export const SHEETJS: Contestant = { name: 'SheetJS', script: 'sheetjs' };

const PLAIN_PEERS: readonly Contestant[] = [
  PAPAPARSE,
  { name: 'PapaParse, row by row', script: 'papaparse-step' },
];
/** Packages that only the benchmark installs. */
const INSTALLED_PEERS: readonly Contestant[] = [
  { name: 'uDSV', script: 'udsv' },
  { name: 'uDSV, row by row', script: 'udsv-step' },
  { name: 'arquero', script: 'arquero' },
  { name: 'DuckDB-wasm', script: 'duckdb' },
];

export function listPeers(withInstalled: boolean): Contestant[] {
  return [...PLAIN_PEERS, ...(withInstalled ? INSTALLED_PEERS : []), FLOOR];
}

export const OURS = 'ours';
export const OURS_AGAIN = 'ours again';

/** The shipped thread twice: what the two differ by is the noise of the machine. */
export function listContestants(threadScript: string, peers: readonly Contestant[]): Contestant[] {
  return [{ name: OURS, script: threadScript }, ...peers, { name: OURS_AGAIN, script: threadScript }];
}
