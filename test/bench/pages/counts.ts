import { measure } from '#frontend/analysis/judge/analyse.ts';
import { BLANK_LABEL } from '#frontend/analysis/columns/columns.ts';
import { orderNames } from '#frontend/analysis/counts/fold-values.ts';
import { measureFields, type Measurement } from '#frontend/analysis/measure/measurement.ts';
import type { CountJob } from '../files/shapes.ts';

/** The question that the page asks of a file: counts per value, and per pair of values that is worth a test. */
export type Counts = Measurement;

/** One attribute while its rows come in: a code per row, and counts per code. */
interface CountedAttribute {
  column: number;
  codeOf: Map<string, number>;
  codes: number[];
  leads: number[];
  conversions: number[];
}

/**
 * Counts rows as one would by hand: per attribute a Map from value to code. The statistics behind it are those of the
 * product for everybody. Cells are taken as they are, since no cell of the files has space around it; ours trims and
 * labels each value, these need not.
 */
export class RowCounter {
  readonly #status: number;
  readonly #qualified: ReadonlySet<string>;
  readonly #names: readonly string[];
  readonly #attributes: readonly CountedAttribute[];
  readonly #flags: number[] = [];

  constructor(headers: readonly string[], job: CountJob) {
    this.#status = headers.indexOf(job.status);
    this.#qualified = new Set(job.qualified);
    this.#names = job.attributes;
    this.#attributes = job.attributes.map((name) => ({
      column: headers.indexOf(name),
      codeOf: new Map(),
      codes: [],
      leads: [],
      conversions: [],
    }));
  }

  add(row: readonly string[]): void {
    const flag = this.#qualified.has(row[this.#status] ?? '') ? 1 : 0;
    this.#flags.push(flag);
    for (const { column, codeOf, codes, leads, conversions } of this.#attributes) {
      const value = row[column] ?? '';
      let code = codeOf.get(value);
      if (code === undefined) {
        code = leads.push(0) - 1;
        conversions.push(0);
        codeOf.set(value, code);
      }
      codes.push(code);
      // Both arrays have an entry per code.
      leads[code]!++;
      conversions[code]! += flag;
    }
  }

  counts(): Counts {
    const conversions = Uint8Array.from(this.#flags);
    const leads = new Uint8Array(conversions.length).fill(1);
    const fields = this.#attributes.map((attribute, field) => ({
      name: this.#names[field] ?? '',
      codes: Uint32Array.from(attribute.codes),
      leads: Uint32Array.from(attribute.leads),
      conversions: Uint32Array.from(attribute.conversions),
      fold: orderNames(Array.from(attribute.codeOf.keys(), nameOf)),
    }));
    const converted = conversions.reduce((sum, flag) => sum + flag, 0);
    return measureFields(fields, {
      leads,
      conversions,
      total: { leads: leads.length, conversions: converted },
    });
  }
}

/** Leads and conversions per combination of values that occurs, as a database groups them. */
export interface Combinations {
  /** One list per attribute, with the value of each combination. */
  values: readonly (readonly (string | null)[])[];
  leads: readonly number[];
  conversions: readonly number[];
}

export function countCombinations(job: CountJob, { values, ...counted }: Combinations): Counts {
  const fields = values.map((list, field) => {
    const names = [...new Set(list.map(nameOf))];
    const codeOf = new Map(names.map((name, code) => [name, code]));
    return {
      name: job.attributes[field] ?? '',
      values: names,
      codes: Uint32Array.from(list, (value) => codeOf.get(nameOf(value)) ?? 0),
    };
  });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return measure({
    fields,
    codes: fields.map(({ codes }) => codes),
    leads: Uint32Array.from(counted.leads),
    conversions: Uint32Array.from(counted.conversions),
    totalLeads: sum(counted.leads),
    totalConversions: sum(counted.conversions),
  });
}

function nameOf(value: string | null): string {
  return value || BLANK_LABEL;
}
