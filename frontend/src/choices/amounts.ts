import type { Configuration } from '#contract/configuration.ts';
import type { Currency } from '#contract/currencies.ts';
import { DEFAULT_CURRENCY } from '#contract/limits.ts';
import type { FileCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { NamedWorth } from '#frontend/analysis/counts/analysis-context.ts';
import type { Worth } from '#frontend/analysis/counts/mapping.ts';
import type { Settings } from '#frontend/analysis/judge/settings.ts';
import type { AmountChoices, Choices, SavedAmounts, SavedChoices, StatusAmounts } from './choices.ts';
import { sortEntries, type Choice } from './choice.ts';
import type { Schemas } from './schemas.ts';

/** The amounts per status that apply; null while they are off, or a column has the amounts. */
export function statusAmountsOf({ statusColumn, valueColumn, statusAmounts }: Choices): StatusAmounts | null {
  if (statusColumn === null || valueColumn !== null) return null;
  return statusAmounts.get(statusColumn) ?? null;
}

/** The amounts that the visitor chose; a column wins over amounts per status. Null without any. */
function worthOf(choices: Choices): Worth | null {
  const { valueColumn, currencies, currencyColumns } = choices;
  if (valueColumn === null) {
    const amounts = statusAmountsOf(choices);
    const isWorthSomething = amounts !== null && [...amounts.values()].some((amount) => amount > 0);
    return isWorthSomething ? { kind: 'per-status', amounts } : null;
  }
  const numberFormat = choices.numberFormats.get(valueColumn);
  const [code, column] = [currencies.get(valueColumn), currencyColumns.get(valueColumn)];
  const currency = { ...(column !== undefined && { column }), ...(code && { code }) };
  return {
    kind: 'column',
    column: valueColumn,
    ...(numberFormat && { numberFormat }),
    ...(Object.keys(currency).length > 0 && { currency }),
  };
}

/**
 * The currency of typed amounts, and of a column that names none: the visitor's choice, else the currency that the file
 * names, else that of the settings, which start with the visitor's preference.
 */
export function typedCurrency({
  currencies,
  valueColumn,
  file,
  settings,
}: Pick<Choices, 'currencies' | 'valueColumn' | 'settings'> & {
  file: { currency: FileCurrency | null } | null;
}): Currency | undefined {
  return currencies.get(valueColumn) ?? file?.currency?.code ?? settings.currency;
}

/**
 * The choices of a saved analysis for its own rows. Its currency counts as chosen, even if the file names another one.
 * Amounts that name another currency keep theirs.
 */
export function withCurrency(choices: SavedChoices, { currency = DEFAULT_CURRENCY }: Settings): SavedChoices {
  const { worth } = choices;
  return {
    ...choices,
    currency,
    ...(worth?.kind === 'column' && {
      worth: { ...worth, currency: { ...worth.currency, code: currency } },
    }),
  };
}

/** A column of amounts. Columns are named by index or by header. */
interface AmountsIn<Column> extends Pick<Extract<Worth, { kind: 'column' }>, 'kind' | 'numberFormat'> {
  column: Column;
  currency?: { column?: Column | null; code?: Currency };
}

/** The same amounts with columns named in another way; null without their column. A missing column of currencies is dropped. */
function moveAmounts<From extends number | string, To>(
  { column, currency, ...amounts }: AmountsIn<From>,
  move: (column: From) => To | null,
): AmountsIn<To> | null {
  const moved = move(column);
  if (moved === null) return null;
  if (!currency) return { ...amounts, column: moved };
  const { column: named, code } = currency;
  const own = named === undefined || named === null ? named : (move(named) ?? undefined);
  const inNewTerms = { ...(own !== undefined && { column: own }), ...(code && { code }) };
  return { ...amounts, column: moved, currency: inNewTerms };
}

const packWorth = (worth: NamedWorth): Configuration['worth'] =>
  worth.kind === 'column' ? worth : { ...worth, amounts: Object.fromEntries(worth.amounts) };

const unpackWorth = (stored: NonNullable<Configuration['worth']>): NamedWorth =>
  stored.kind === 'column' ? stored : { ...stored, amounts: new Map(Object.entries(stored.amounts)) };

function contentOfWorth(worth: NamedWorth): unknown[] {
  if (worth.kind === 'per-status') return sortEntries(worth.amounts);
  const currencyColumn = worth.currency?.column;
  return [worth.column, worth.numberFormat, ...(currencyColumn === undefined ? [] : [currencyColumn])];
}

const worthSchema = ({ z, column, maybe, text, numberFormat, currency }: Schemas) =>
  z.union([
    z.object({
      kind: z.literal('column'),
      column,
      numberFormat: z.optional(numberFormat),
      currency: z.optional(z.object({ column: z.optional(maybe), code: z.optional(currency) })),
    }),
    z.object({ kind: z.literal('per-status'), amounts: z.map(text, z.number()) }),
  ]);

/** The amounts of leads, their currency, and the figures that are shown. */
export const AMOUNTS: Choice<AmountChoices, SavedAmounts> = {
  empty: {
    valueColumn: null,
    currencies: new Map(),
    currencyColumns: new Map(),
    statusAmounts: new Map(),
    basis: 'conversions',
  },
  plan(choices) {
    const worth = worthOf(choices);
    return worth ? { worth } : {};
  },
  save(choices, { plan }) {
    const currency = choices.currencies.get(null);
    // A currency that was chosen in the results is not in the plan that was measured, so the choices are read again.
    const worth = plan.worth ? worthOf(choices) : null;
    return { basis: choices.basis, worth, ...(currency && { currency }) };
  },
  restore({ statusColumn, worth, basis = 'conversions', currency }) {
    const valueColumn = worth?.kind === 'column' ? worth.column : null;
    const { code = currency, column } = (worth?.kind === 'column' && worth.currency) || {};
    return {
      valueColumn,
      basis,
      currencies: new Map(code && [[valueColumn, code]]),
      currencyColumns: new Map(valueColumn !== null && column !== undefined ? [[valueColumn, column]] : []),
      statusAmounts: new Map(worth?.kind === 'per-status' ? [[statusColumn, worth.amounts]] : []),
    };
  },
  name({ worth, basis }, headerOf) {
    const named = worth?.kind === 'column' ? moveAmounts(worth, headerOf) : worth;
    return named ? { worth: named, basis } : {};
  },
  pack: ({ worth, basis }) => (worth ? { worth: packWorth(worth), basis } : {}),
  unpack: ({ worth, basis }) => (worth ? { worth: unpackWorth(worth), basis } : {}),
  find({ worth: stored, basis }, columnOf) {
    const worth = stored && unpackWorth(stored);
    const found = worth?.kind === 'column' ? moveAmounts(worth, columnOf) : worth;
    return { worth: found ?? null, ...(basis && { basis }) };
  },
  headersIn: ({ worth }) =>
    worth?.kind === 'column' ? [worth.column, worth.currency?.column ?? worth.column] : [],
  fit({ worth = null, basis, currency }, { columnOf, note }) {
    const own = { ...(currency && { currency }) };
    if (worth?.kind !== 'column') return { worth, basis: worth ? basis : undefined, ...own };
    const fitted = moveAmounts(worth, columnOf);
    if (!fitted) note('column', worth.column);
    return { worth: fitted, basis: fitted ? basis : undefined, ...own };
  },
  content: ({ worth, basis }) => (worth ? [contentOfWorth(worth), basis] : []),
  draftSchema: ({ z, column, maybe, text, basis, currency }) => ({
    valueColumn: maybe,
    currencies: z.map(maybe, currency),
    currencyColumns: z.map(column, maybe),
    statusAmounts: z.map(column, z.map(text, z.number())),
    basis,
  }),
  savedSchema: (schemas) => ({
    worth: schemas.z.optional(schemas.z.nullable(worthSchema(schemas))),
    basis: schemas.z.optional(schemas.basis),
    currency: schemas.z.optional(schemas.currency),
  }),
};
