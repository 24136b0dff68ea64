import type { Currency } from '#contract/currencies.ts';
import { rankAmountHeader, readAmountHeader } from '#frontend/analysis/columns/amount-headers.ts';
import { findMark } from '#frontend/analysis/columns/currencies.ts';
import { findNumberFormat } from '#frontend/analysis/columns/number-format.ts';
import { MIN_PROPOSED_AMOUNTS, MIN_PROPOSED_SHARE } from '#frontend/analysis/constants.ts';
import { settleCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import { chooseBasis } from '#frontend/analysis/measure/choose-basis.ts';
import { readAmounts } from '#frontend/analysis/counts/read-amounts.ts';
import { flagConverted } from '#frontend/analysis/counts/tally.ts';
import type { Plan, Basis } from '#frontend/analysis/counts/mapping.ts';
import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import { currencyColumnsOf, currencyRule, describeCurrency } from '#frontend/counting/amount-currency.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { candidateOf } from '#frontend/counting/file-candidates.ts';
import {
  codedColumn,
  firstCellsOf,
  withAmountFormat,
  type FirstCells,
  type LoadedFile,
} from '#frontend/counting/loaded-file.ts';

/** Asks for the columns of amounts that a proposal may take, with these columns as attributes. */
export interface AmountsQuestion extends Pick<Plan, 'statusColumn' | 'qualified' | 'leads'> {
  attributes: readonly Pick<Candidate, 'column' | 'kind'>[];
  /** The currency of the settings, for a sign that several share. */
  currency: Currency | undefined;
}

/** A column of amounts that a proposal may take. */
export interface ProposedAmounts {
  column: number;
  /** Null where the file names none. */
  currency: Currency | null;
  /** The currency was guessed from a sign that several share, so it has to be chosen with the column. */
  isCurrencyGuessed: boolean;
  /** Converted leads with an amount above 0, and what they are worth on average. */
  deals: number;
  average: number;
  basis: Basis;
}

/**
 * The columns with the amounts of won deals, the one to propose first: it has an amount word or a currency in its header, or a
 * currency in at least half of its cells, and is above 0 on at least half of the converted leads and on at least 10. Of several
 * the one with most such leads comes first, then by the words of its header, then by the order of columns. Not offered are columns of
 * percents and ids, those with words of costs, scores, counts and forecasts, those with negative amounts of won deals, with amounts in several
 * currencies, and with points that may separate thousands or decimals: only the visitor knows what they mean.
 */
export async function proposeAmounts(loaded: LoadedFile, asked: AmountsQuestion): Promise<ProposedAmounts[]> {
  const view = countedLeads(loaded, asked);
  const { headers } = loaded.table;
  const taken = new Set([
    asked.statusColumn,
    ...currencyColumnsOf(loaded),
    ...asked.attributes.map(({ column }) => column),
  ]);
  const isConverted = flagConverted(codedColumn(view, asked.statusColumn), asked.qualified);
  const attributes = await Promise.all(asked.attributes.map((attribute) => codesOf(view, attribute)));
  return firstCellsOf(loaded)
    .flatMap((cells, column) => (!taken.has(column) && mayHaveAmounts(cells) ? [column] : []))
    .flatMap((column) => readProposal(view, column, { isConverted, attributes, preferred: asked.currency }))
    .toSorted(
      (a, b) =>
        b.deals - a.deals ||
        rankAmountHeader(headers[a.column] ?? '') - rankAmountHeader(headers[b.column] ?? ''),
    );
}

/** The value of each lead, as the finder tried the column. */
async function codesOf(view: LoadedFile, attribute: Pick<Candidate, 'column' | 'kind'>): Promise<Uint8Array> {
  const found = await candidateOf(view, attribute, async () => {});
  return found?.codes ?? new Uint8Array(view.table.rowCount);
}

/** Judged by the header and the first cells. */
function mayHaveAmounts({ header, categories, leads }: FirstCells): boolean {
  const said = readAmountHeader(header);
  if (said === 'never') return false;
  const isHalf = (isOfKind: (cell: string) => boolean) => {
    const filled = categories.map((cell, code) => (cell.trim() === '' ? 0 : (leads[code] ?? 0)));
    const all = filled.reduce((sum, count) => sum + count, 0);
    return (
      2 * filled.reduce((sum, count, code) => sum + (isOfKind(categories[code] ?? '') ? count : 0), 0) >= all
    );
  };
  if (isHalf((cell) => cell.includes('%'))) return false;
  return said === 'amounts' || isHalf((cell) => findMark(cell) !== null);
}

interface Deals {
  isConverted: Uint8Array;
  attributes: readonly Uint8Array[];
  preferred: Currency | undefined;
}

function readProposal(view: LoadedFile, column: number, deals: Deals): ProposedAmounts[] {
  const whole = view.selection?.whole ?? view;
  const worth = withAmountFormat(view, { kind: 'column', column });
  const { categories, leads } = codedColumn(whole, column);
  if (worth?.kind !== 'column' || findNumberFormat(categories, leads) === null) return [];
  const currency = chooseCurrency(whole, column, deals.preferred);
  if (currency === 'several') return [];
  const code = currency.code ?? undefined;
  const { isOther } = currencyRule(view, { ...worth, currency: { ...(code && { code }) } });
  const { valued } = readAmounts(worth, codedColumn(view, column), {
    isConverted: deals.isConverted,
    isOther,
  });
  const converted = deals.isConverted.reduce((sum, flag) => sum + flag, 0);
  const count = valued?.amounts.length ?? 0;
  if (!valued || count < MIN_PROPOSED_AMOUNTS || count < MIN_PROPOSED_SHARE * converted) return [];
  const valuesOf = deals.attributes.map((codes) => valued.items.map((lead) => codes[lead] ?? 0));
  return [
    {
      column,
      currency: currency.code,
      isCurrencyGuessed: currency.isGuessed,
      deals: count,
      average: valued.amounts.reduce((sum, amount) => sum + amount, 0) / count,
      basis: chooseBasis(valued.amounts, valuesOf),
    },
  ];
}

/** A sign that several currencies share is that of the settings, else the first of them: '$' is USD. */
function chooseCurrency(
  loaded: LoadedFile,
  column: number,
  preferred: Currency | undefined,
): 'several' | { code: Currency | null; isGuessed: boolean } {
  const { code, question, options } = settleCurrency(describeCurrency(loaded, column, undefined), undefined);
  if (question === null) return { code, isGuessed: false };
  if (question === 'several') return question;
  const codes = options.map((option) => option.code);
  return { code: codes.find((one) => one === preferred) ?? codes[0] ?? null, isGuessed: true };
}
