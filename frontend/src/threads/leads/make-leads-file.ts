import { LEFT_OUT_WORDS } from '#frontend/analysis/uploads/drop-reasons.ts';
import { valueCombinations } from '#frontend/analysis/balanced/known-values.ts';
import { combinationFinder } from '#frontend/analysis/counts/tally.ts';
import type { LeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { headerAsWritten, nameHeaderCells } from '#frontend/csv/column-names.ts';
import type { Encoding } from '#frontend/csv/decode.ts';
import { encodeText, encodeUtf8 } from '#frontend/csv/transcode.ts';
import { fetchPart } from '#frontend/csv/part-missing.ts';
import type { Delimiter } from '#frontend/csv/dialect.ts';
import { formatCell, writeUnchanged } from '#frontend/csv/write.ts';
import { allRows, type ReadRow } from './all-rows.ts';
import { codedColumn, type LoadedFile } from '#frontend/counting/loaded-file.ts';
import { amountsOf, convertedOf, foldAttributes } from '#frontend/counting/cached-counts.ts';
import { originalOf } from '#frontend/counting/cleaned-table.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { fitOf } from '#frontend/counting/fit-plan.ts';
import { modelValues, placeCounted } from './model-values.ts';
import type { OpenValuesQuestion } from './open-values.ts';
import { gather } from '#frontend/analysis/counts/coding.ts';
import { spreadAmounts } from '#frontend/analysis/counts/valued-leads.ts';

/** Progress is reported after this many rows. */
export const ROWS_PER_SLICE = 2000;
/** The heading of the column of what moved the value of a lead, which only values from all columns have. */
const MODEL_REASONS_HEADING = 'Reasons';
/** The heading of the column of the chances of open leads, which only files with such values have. */
const CHANCE_HEADING = 'Chance to Be Won';
/** The heading of the column of reasons, which only files with leads without a value have. */
const REASON_HEADING = 'Why No Value';
/** Why a lead has no value where the conversion action counts customers only. */
const NOT_CONVERTED = 'Not converted: your ad account counts only customers';
/** The page shows this many rows of a file that the thread makes. */
export const PREVIEW_ROWS = 5;

/** How many rows of a file are written. */
export interface FileProgress {
  done: number;
  rows: number;
}

/** Asks for the open file with columns for what each lead is worth. */
export interface LeadsFileQuestion {
  plan: Plan;
  worth: LeadWorth;
  /** The values of open leads by their chance. Absent: open leads have the values of leads like them. */
  open?: OpenValuesQuestion;
  /** The heading of the lead value, which names the currency. */
  valueHeading: string;
  /** The header of the file as it was written. */
  headers: readonly string[];
  delimiter: Delimiter;
  encoding: Encoding;
}

/** A file that the thread has made, with its first rows. */
export interface MadeFile {
  blob: Blob;
  headings: readonly string[];
  preview: readonly (readonly string[])[];
}

export interface LeadsFile extends MadeFile {
  rows: number;
  /** How many rows have no value, since the visitor left out their leads. */
  withoutValue: number;
  /** UTF-8 if a character of the added columns does not exist in the file's own encoding. */
  encoding: Encoding;
}

/**
 * The open file with columns added for the value of each lead, its segments and its value rules; with values from all columns also
 * for what moved the value most. The visitor's cells are
 * not changed. Leads that count in no figure stay, with a reason instead of a value. Awaits `onSlice` after every 2,000 rows.
 */
export async function makeLeadsFile(
  loaded: LoadedFile,
  question: LeadsFileQuestion,
  onSlice: (progress: FileProgress) => Promise<void>,
): Promise<LeadsFile> {
  const { plan, worth, delimiter } = question;
  const { headers: names } = originalOf((loaded.read ?? loaded).table);
  const headers = headerAsWritten(question.headers, names);
  const { rowCount, read, hasLeftOut } = allRows(loaded, plan, originalOf);
  const isConverted = worth.isActual ? convertedOf(loaded, plan).flags : null;
  const hasReasons = hasLeftOut || isConverted !== null;
  const reasonOf = (row: ReadRow) => {
    if (row.leftOut !== null) return LEFT_OUT_WORDS[row.leftOut];
    return isConverted && isConverted[row.lead] !== 1 ? NOT_CONVERTED : null;
  };
  const fitted = worth.usesAllColumns
    ? await modelValues(loaded, question, () => onSlice({ done: 0, rows: rowCount }))
    : null;
  const ofOpen = question.open
    ? (await fetchPart(() => import('./open-values.ts'))).findOpenValues(loaded, {
        plan,
        basis: worth.basis,
        open: question.open,
      })
    : null;
  const added = [
    question.valueHeading,
    ...plan.attributes.map(({ field }) => `${field} Segment`),
    'Value Rules',
    ...(ofOpen ? [CHANCE_HEADING] : []),
    ...(fitted ? [MODEL_REASONS_HEADING] : []),
    ...(hasReasons ? [REASON_HEADING] : []),
  ];
  const headings = [...headers, ...nameHeaderCells([...names, ...added]).slice(headers.length)];
  const attributes = listAttributes(loaded, plan, worth);
  const valueOf = fitted?.valueOf ?? leadValues(loaded, plan, worth);
  const lines = [writeUnchanged([headings], delimiter)];
  const preview: string[][] = [];
  let withoutValue = 0;
  const describe = (row: ReadRow): string[] => {
    const reason = reasonOf(row);
    if (row.leftOut !== null || reason !== null)
      return [
        '',
        ...attributes.map(() => ''),
        '',
        ...(ofOpen ? [''] : []),
        ...(fitted ? [''] : []),
        reason ?? '',
      ];
    return [
      formatCell(ofOpen?.valueOf(row.lead) ?? valueOf(row.lead)),
      ...describeLead(attributes, row.lead),
      ...(ofOpen ? [formatCell(ofOpen.chanceOf(row.lead) ?? '')] : []),
      ...(fitted ? [formatCell(fitted.reasonsOf(row.lead))] : []),
      ...(hasReasons ? [''] : []),
    ];
  };
  for (let from = 0; from < rowCount; from += ROWS_PER_SLICE) {
    const slice = read(from, from + ROWS_PER_SLICE);
    const rows = slice.map((row) => [...row.cells, ...describe(row)]);
    withoutValue += slice.filter((row) => reasonOf(row) !== null).length;
    if (from === 0) preview.push(...rows.slice(0, PREVIEW_ROWS));
    lines.push(writeUnchanged(rows, delimiter));
    await onSlice({ done: Math.min(from + ROWS_PER_SLICE, rowCount), rows: rowCount });
  }
  const { bytes, encoding } = encodeLike(lines.join(''), question.encoding);
  const blob = new Blob([bytes], { type: 'text/csv' });
  return { blob, headings, preview, rows: rowCount, withoutValue, encoding };
}

function encodeLike(text: string, wanted: Encoding) {
  const bytes = encodeText(text, wanted);
  return bytes ? { bytes, encoding: wanted } : { bytes: encodeUtf8(text), encoding: 'utf-8' as const };
}

/** The cells of one attribute, by the code of a lead's value. */
interface LeadAttribute {
  codes: Uint32Array;
  /** Per code the segment as a cell, and the rule in words; '' for values without a rule. */
  values: readonly { segment: string; rule: string }[];
}

function listAttributes(loaded: LoadedFile, plan: Plan, { ruled }: LeadWorth): LeadAttribute[] {
  return listNames(loaded, plan).map(({ field, codes, names }, index) => {
    const hasRule = new Set(ruled[index]);
    return {
      codes,
      values: names.map((name) => ({
        segment: formatCell(name),
        rule: hasRule.has(name) ? `${field}: ${name}` : '',
      })),
    };
  });
}

/** Per attribute the values of the leads as the analysis names them. */
const listNames = (loaded: LoadedFile, plan: Plan) =>
  foldAttributes(loaded, plan).map(({ field, column, fold: { names, codeOf } }) => {
    return { field, names, codes: gather(codeOf, codedColumn(loaded, column).codes) };
  });

/** The added cells of a lead after its value. */
function describeLead(attributes: readonly LeadAttribute[], row: number): string[] {
  // The `!` here: a code per row, a cell per code.
  const cells = attributes.map(({ codes, values }) => values[codes[row]!]!);
  const rules = cells.map(({ rule }) => rule).filter(Boolean);
  return [...cells.map(({ segment }) => segment), formatCell(rules.join('; '))];
}

/**
 * The actual value of each converted lead that counts, by row: by value its amount, 0 without one; by conversions the base, which is the
 * same for all. Other leads have no value here.
 */
function actualValues(loaded: LoadedFile, plan: Plan, { base, basis }: LeadWorth): (row: number) => number {
  if (basis === 'conversions') return () => base;
  const view = countedLeads(loaded, plan);
  const valued = amountsOf(view, plan, convertedOf(view, plan))?.valued;
  const amounts = valued ? spreadAmounts(valued, view.table.rowCount) : new Float64Array(view.table.rowCount);
  const placeOf = placeCounted(loaded, plan);
  return (row) => amounts[placeOf[row]!]!; // a place per row
}

/**
 * The value of each lead of the open file that counts, by row: the base times the best estimate of its combination over the mean of all
 * leads, so that the values of all leads add up to what they are worth.
 */
export function leadValues(loaded: LoadedFile, plan: Plan, worth: LeadWorth): (row: number) => number {
  if (worth.isActual) return actualValues(loaded, plan, worth);
  const { base, basis } = worth;
  const shown = basis === 'value' ? plan : { ...plan, worth: null };
  const { tally, values } = valueCombinations(fitOf(countedLeads(loaded, shown), shown).tally);
  const find = combinationFinder(tally);
  const attributes = listNames(loaded, plan);
  const known = new Map<number, number>();
  return (row) => {
    // The `!` here: a code per row, a name per code.
    const key = attributes.reduce((number, { codes, names }) => number * names.length + codes[row]!, 0);
    let value = known.get(key);
    if (value === undefined) {
      const at = find(attributes.map(({ codes, names }) => names[codes[row]!]!));
      known.set(key, (value = base * (at === undefined ? 1 : values[at]!))); // a value per combination
    }
    return value;
  };
}
