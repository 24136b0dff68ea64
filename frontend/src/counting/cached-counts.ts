import { foldValues } from '#frontend/analysis/counts/fold-values.ts';
import { countFlagged, flagConverted } from '#frontend/analysis/counts/tally.ts';
import { MIN_AMOUNT } from '#frontend/analysis/constants.ts';
import { readAmounts, type AmountLeads, type LeadAmounts } from '#frontend/analysis/counts/read-amounts.ts';
import type { AttributePlan, Mapping, Plan, Worth } from '#frontend/analysis/counts/mapping.ts';
import type { CodedTexts } from '#frontend/csv/table.ts';
import { currencyRule, type CurrencyRule } from './amount-currency.ts';
import { codedColumn, withAmountFormat, toValuesPlan, type LoadedFile } from './loaded-file.ts';
import type { CachedFold, Converted, FittedTo } from './last-plan.ts';

/** Whether the last fit is that of the same values, conversions and amounts. */
export function isSameFit<Fit extends FittedTo>(last: Fit | null | undefined, now: FittedTo): last is Fit {
  return (
    last?.converted === now.converted &&
    last.amounts === now.amounts &&
    last.folds.length === now.folds.length &&
    last.folds.every((fold, index) => fold === now.folds[index])
  );
}

type AmountColumn = Extract<Worth, { kind: 'column' }>;

/** The rule for amounts per status, which name no currency. */
const NO_RULE: CurrencyRule = { isOpen: false, isOther: null };

let lastId = 0;

/** The values of each attribute of a plan. An attribute that has not changed since the last plan gets the same object. */
export function foldsOf(loaded: LoadedFile, { attributes }: Plan): readonly CachedFold[] {
  const { counts } = loaded;
  counts.folds = attributes.map((plan, index) => {
    const last = counts.folds[index];
    if (last && isSameFold(last.plan, plan)) return last;
    const fold = foldValues(codedColumn(loaded, plan.column).categories, toValuesPlan(loaded, plan));
    return { id: last?.fold === fold ? last.id : ++lastId, fold, plan };
  });
  return counts.folds;
}

/** The attributes of a plan, each with the fold of its values. */
export function foldAttributes(loaded: LoadedFile, plan: Plan) {
  const folds = foldsOf(loaded, plan);
  return plan.attributes.map((attribute, index) => {
    const { id, fold } = folds[index]!; // one per attribute
    return { ...attribute, id, fold };
  });
}

/** The converted leads; the same object as for the last plan if the statuses are the same. */
export function convertedOf(loaded: LoadedFile, { statusColumn, qualified }: Plan): Converted {
  const last = loaded.counts.converted;
  if (last?.statusColumn === statusColumn && isSameSet(last.qualified, qualified)) return last;
  const flags = flagConverted(codedColumn(loaded, statusColumn), qualified);
  return (loaded.counts.converted = { statusColumn, qualified, flags, perValue: new Map() });
}

/**
 * The amounts of the leads; the same object as for the last plan if worth and statuses are the same. Null without worth,
 * and until the visitor has chosen between two ways to read the numbers, or a currency.
 */
export function amountsOf(
  loaded: LoadedFile,
  { worth, statusColumn }: Plan,
  converted: Converted,
): LeadAmounts | null {
  if (!worth) return null;
  const last = loaded.counts.amounts;
  if (last?.converted === converted && isSameWorth(last.worth, worth)) return last;
  const rule = worth.kind === 'column' ? currencyRule(loaded, worth) : NO_RULE;
  if (rule.isOpen) return null;
  const leads = { isConverted: converted.flags, isOther: rule.isOther };
  const amounts = quickAmounts(loaded, worth, leads) ?? codedAmounts(loaded, { worth, statusColumn }, leads);
  const cached = amounts && { worth, converted, ...amounts };
  loaded.counts.amounts = cached;
  return cached;
}

/**
 * The amounts of a column of plain numbers, without coding the column. Null for any other column, and where a point may
 * separate thousands.
 */
function quickAmounts(
  loaded: LoadedFile,
  worth: Worth,
  { isConverted, isOther }: AmountLeads,
): LeadAmounts | null {
  if (worth.kind !== 'column' || isOther) return null;
  const read = loaded.table.readNumbers?.(worth.column, isConverted, MIN_AMOUNT);
  if (!read) return null;
  if (worth.numberFormat?.endsWith('-comma') && read.points !== 'none') return null;
  if (read.points === 'unclear' && !worth.numberFormat) return null;
  const { rows: items, numbers: amounts, empty, unreadable, negative } = read;
  const converted = new Uint8Array(items.length).fill(1);
  return {
    report: { empty, unreadable, negative, otherCurrency: 0 },
    valued: negative > 0 ? null : { items, amounts, converted },
  };
}

function codedAmounts(
  loaded: LoadedFile,
  { worth, statusColumn }: { worth: Worth; statusColumn: number },
  leads: AmountLeads,
): LeadAmounts | null {
  const readable = withAmountFormat(loaded, worth);
  if (!readable) return null;
  return readAmounts(
    readable,
    codedColumn(loaded, worth.kind === 'column' ? worth.column : statusColumn),
    leads,
  );
}

/** Conversions per raw value of a column; counted at the first call for a choice of statuses. */
export function conversionsPerValue(
  loaded: LoadedFile,
  { flags, perValue }: Converted,
  column: number,
): Uint32Array {
  const conversions = perValue.get(column) ?? countColumn(loaded, flags, codedColumn(loaded, column));
  perValue.set(column, conversions);
  return conversions;
}

function countColumn({ table }: LoadedFile, flags: Uint8Array, column: CodedTexts): Uint32Array {
  const { codes, categories } = column;
  const positionOf = new Uint32Array(categories.length);
  for (let code = 0; code < positionOf.length; code++) positionOf[code] = code;
  const counts = table.countCrosstab?.(flags, {
    sides: [{ codes, positionOf, count: categories.length }],
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
