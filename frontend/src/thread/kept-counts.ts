import type { PlannedTally } from '#frontend/analysis/platforms/candidates.ts';
import { foldValues, type Fold } from '#frontend/analysis/fold-values.ts';
import type { AttributePlan, Mapping, Plan } from '#frontend/analysis/mapping.ts';
import type { Measurement } from '#frontend/analysis/measurement.ts';
import { countFlagged, flagConverted } from '#frontend/analysis/tally.ts';
import { MIN_AMOUNT } from '#frontend/analysis/constants.ts';
import { readAmounts, type AmountLeads, type Amounts } from '#frontend/analysis/read-amounts.ts';
import type { Worth } from '#frontend/analysis/worth.ts';
import type { CodedTexts } from '#frontend/csv/table.ts';
import { currencyRule, type CurrencyRule } from './amount-currency.ts';
import { codedColumn, withAmountFormat, toValuesPlan, type HeldFile } from './held-file.ts';

/** The counts for the last plan. After one changed choice only the counts that depend on it are made again. */
export interface KeptCounts {
  /** One per attribute of the last plan. */
  folds: readonly KeptFold[];
  converted: Converted | null;
  amounts: KeptAmounts | null;
  fitted: KeptFit | null;
}

/** All combinations of the last plan that platform plans were made for. */
export interface KeptFit {
  folds: readonly KeptFold[];
  converted: Converted;
  /** Null where the plan does not say what leads are worth. */
  amounts: Amounts | null;
  tally: PlannedTally;
  measurement: Measurement;
}

/** The amounts of the leads, for one choice of worth and one of statuses. */
export interface KeptAmounts extends Amounts {
  worth: Worth;
  converted: Converted;
}

/** The values of an attribute. */
export interface KeptFold {
  /** Unique among the lists of names of this thread. */
  id: number;
  fold: Fold;
  plan: AttributePlan;
}

/** The leads that converted, for one choice of statuses. */
export interface Converted {
  statusColumn: number;
  qualified: ReadonlySet<string>;
  /** 1 for each converted lead, else 0. */
  flags: Uint8Array;
  /** Conversions per raw value, by column. */
  perValue: Map<number, Uint32Array>;
}

type AmountColumn = Extract<Worth, { kind: 'column' }>;

/** Amounts per status have no currency of their own. */
const NO_RULE: CurrencyRule = { isOpen: false, isOther: null };

let lastId = 0;

/** The values of each attribute of a plan; an attribute that is as in the last plan gets the same object. */
export function keepFolds(held: HeldFile, { attributes }: Plan): readonly KeptFold[] {
  const { counts } = held;
  counts.folds = attributes.map((plan, index) => {
    const last = counts.folds[index];
    if (last && isSameFold(last.plan, plan)) return last;
    const fold = foldValues(codedColumn(held, plan.column).categories, toValuesPlan(held, plan));
    return { id: last?.fold === fold ? last.id : ++lastId, fold, plan };
  });
  return counts.folds;
}

/** The converted leads; the same object as for the last plan if the statuses are the same. */
export function keepConverted(held: HeldFile, { statusColumn, qualified }: Plan): Converted {
  const last = held.counts.converted;
  if (last?.statusColumn === statusColumn && isSameSet(last.qualified, qualified)) return last;
  const flags = flagConverted(codedColumn(held, statusColumn), qualified);
  return (held.counts.converted = { statusColumn, qualified, flags, perValue: new Map() });
}

/** The amounts of the leads; the same object as for the last plan if worth and statuses are the same. Null without
 * worth, while its numbers can be read in two ways, and while their currency is asked for. */
export function keepAmounts(
  held: HeldFile,
  { worth, statusColumn }: Plan,
  converted: Converted,
): Amounts | null {
  if (!worth) return null;
  const last = held.counts.amounts;
  if (last?.converted === converted && isSameWorth(last.worth, worth)) return last;
  const rule = worth.kind === 'column' ? currencyRule(held, worth) : NO_RULE;
  if (rule.isOpen) return null;
  const leads = { isConverted: converted.flags, isOther: rule.isOther };
  const amounts = quickAmounts(held, worth, leads) ?? codedAmounts(held, { worth, statusColumn }, leads);
  held.counts.amounts = amounts && { worth, converted, ...amounts };
  return amounts;
}

/** The amounts of a column of plain numbers, which is not coded; null for any other, and where no point is decimal. */
function quickAmounts(held: HeldFile, worth: Worth, { isConverted, isOther }: AmountLeads): Amounts | null {
  if (worth.kind !== 'column' || isOther) return null;
  const read = held.table.readNumbers?.(worth.column, isConverted, MIN_AMOUNT);
  if (!read) return null;
  if (worth.numberFormat === 'decimal-comma' && read.points !== 'none') return null;
  if (read.points === 'unclear' && !worth.numberFormat) return null;
  const { rows: items, numbers: amounts, empty, unreadable, negative } = read;
  const converted = new Uint8Array(items.length).fill(1);
  return {
    report: { empty, unreadable, negative, otherCurrency: 0 },
    valued: negative > 0 ? null : { items, amounts, converted },
  };
}

function codedAmounts(
  held: HeldFile,
  { worth, statusColumn }: { worth: Worth; statusColumn: number },
  leads: AmountLeads,
): Amounts | null {
  const readable = withAmountFormat(held, worth);
  if (!readable) return null;
  return readAmounts(
    readable,
    codedColumn(held, worth.kind === 'column' ? worth.column : statusColumn),
    leads,
  );
}

/** Conversions per raw value of a column; counted at the first call for a choice of statuses. */
export function conversionsPerValue(
  held: HeldFile,
  { flags, perValue }: Converted,
  column: number,
): Uint32Array {
  const conversions = perValue.get(column) ?? countColumn(held, flags, codedColumn(held, column));
  perValue.set(column, conversions);
  return conversions;
}

function countColumn({ table }: HeldFile, flags: Uint8Array, column: CodedTexts): Uint32Array {
  const { codes, categories } = column;
  const placeOf = new Uint32Array(categories.length);
  for (let code = 0; code < placeOf.length; code++) placeOf[code] = code;
  const counts = table.countCrosstab?.(flags, {
    sides: [{ codes, placeOf, count: categories.length }],
    from: 0,
  });
  return counts?.flagged ?? countFlagged(flags, column);
}

function isSameWorth(a: Worth, b: Worth): boolean {
  if (a.kind === 'column') return b.kind === 'column' && isSameColumn(a, b);
  if (b.kind === 'column' || a.amounts.size !== b.amounts.size) return false;
  for (const [status, amount] of a.amounts) if (b.amounts.get(status) !== amount) return false;
  return true;
}

function isSameColumn(a: AmountColumn, b: AmountColumn): boolean {
  return (
    a.column === b.column &&
    a.numberFormat === b.numberFormat &&
    a.currency?.column === b.currency?.column &&
    a.currency?.code === b.currency?.code
  );
}

function isSameFold(a: AttributePlan, b: AttributePlan): boolean {
  return (
    a.column === b.column &&
    a.numberFormat === b.numberFormat &&
    a.dates?.preset === b.dates?.preset &&
    a.dates?.format === b.dates?.format &&
    isSameMapping(a.mapping, b.mapping) &&
    isSameRanges(a.ranges, b.ranges)
  );
}

function isSameMapping(a: Mapping, b: Mapping): boolean {
  if (a.size !== b.size) return false;
  for (const [name, newName] of a) if (b.get(name) !== newName) return false;
  return true;
}

function isSameRanges(a: AttributePlan['ranges'], b: AttributePlan['ranges']): boolean {
  const [ranges, others] = [a ?? [], b ?? []];
  return (
    ranges.length === others.length &&
    ranges.every(({ min, max, label }, index) => {
      const other = others[index];
      return other?.min === min && other.max === max && other.label === label;
    })
  );
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((status) => b.has(status));
}
