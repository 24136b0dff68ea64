import { readdirSync, readFileSync } from 'node:fs';

const COLUMNS = 40;
const BYTES = 10 * 1024 * 1024;

/** The most cells. Every lead has another time, the newest first. */
export function makeFile(): Uint8Array<ArrayBuffer> {
  const others = COLUMNS - 4;
  const headers = [...HEADERS, ...Array.from({ length: others }, (_, at) => `c${at}`)];
  const newest = Date.now();
  return fill(headers, (row) => {
    const created = new Date(newest - row * 30_000).toISOString();
    const cells = [statusOf(row), `s${row % 20}`, `${20 + (row % 50)}`, created];
    return [...cells, ...Array.from({ length: others }, (_, at) => `${(row + at) % 10}`)];
  });
}

/** The most leads of values that tell much: each of the three attributes has `values` different ones, or another one in each row. */
export function makeFileOfIds(values = Infinity): Uint8Array<ArrayBuffer> {
  return fill([...HEADERS, 'c0'], (row) => {
    const id = ((row % values) + 36 ** 3).toString(36);
    return [statusOf(row), id, id, row === 0 ? '2026-01-01' : '2025-12-01', id];
  });
}

const HEADERS = ['Status', 'Source', 'Age', 'Created'];

const statusOf = (row: number) => (row % 5 === 0 ? 'Won' : 'Lost');

/** A file with as many rows as fit. */
function fill(headers: readonly string[], cellsOf: (row: number) => string[]): Uint8Array<ArrayBuffer> {
  const lines = [headers.join(',')];
  let bytes = lines[0]!.length + 1;
  for (let row = 0; ; row++) {
    const line = cellsOf(row).join(',');
    bytes += line.length + 1;
    if (bytes > BYTES) break;
    lines.push(line);
  }
  return new TextEncoder().encode(lines.join('\n'));
}

/** An analysis of such a file. */
export const SAVE = {
  fileName: 'leads.csv',
  conversionValue: 100,
  significanceThreshold: 10,
  configurationData: {
    statusColumn: 'Status',
    attributeColumns: ['Source', 'Age', 'c0'],
    qualifiedValues: ['Won'],
    notQualifiedValues: ['Lost'],
    dateFilter: { column: 'Created', format: null, from: null, to: null, youngerThanDays: 14 },
  },
  analysisData: {
    // A rule in use for each source, so that its latest leads are counted.
    metrics: Array.from({ length: 20 }, (_, at) => ({
      fieldName: 'Source',
      fieldValue: `s${at}`,
      totalLeads: 100,
      qualifiedLeads: at % 2 ? 10 : 30,
      conversionRate: at % 2 ? 10 : 30,
    })),
    overallRate: 20,
    totalLeads: 2000,
    totalQualified: 400,
  },
};

/** The process of the runtime: the youngest child of this one that is called workerd. */
export function findRuntime(): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = all.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd' && isDescendant(Number(pid));
    } catch {
      return false;
    }
  });
  return Math.max(...found.map(Number));
}

function isDescendant(pid: number): boolean {
  for (
    let at = pid;
    at > 1;
    at = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))?.[1])
  )
    if (at === process.pid) return true;
  return false;
}

const memoryOf = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;

const TICKS = 100;
function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Runs `work`, and prints the memory of the runtime before and at its peak so far, in MB, and the CPU time that it took. */
export async function measure(pid: number, name: string, work: () => Promise<string[]>): Promise<void> {
  const [before, cpu] = [memoryOf(pid, 'VmRSS'), secondsOf(pid)];
  const answers = await work();
  console.log(name, { before, peak: memoryOf(pid, 'VmHWM'), seconds: secondsOf(pid) - cpu }, answers);
}
