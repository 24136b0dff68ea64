type Style = Intl.NumberFormatOptions;

/** How many decimals the page shows of each kind of figure; rates and confidences in percent. */
export const DECIMALS = { count: 0, rate: 1, ratio: 2, points: 1, pValue: 3, confidence: 0 } as const;

const decimals = (count: number): Style => ({ minimumFractionDigits: count, maximumFractionDigits: count });
const BYTES_PER_UNIT = 1024;
const DOLLARS = 'USD';

/**
 * Numbers as they are shown on the screen. Rates and confidences come in as fractions (0 to 1), lifts as ratios (1 =
 * no effect). Files and
 * Copy do not use these formats: their numbers are the same in every locale, and unrounded in files.
 */
export function createFormats(locale?: string) {
  const formatter = (style: Style) => {
    const format = new Intl.NumberFormat(locale, style);
    return (value: number) => format.format(value);
  };
  const count = formatter(decimals(DECIMALS.count));
  const ratio = formatter(decimals(DECIMALS.ratio));
  const pValue = formatter(decimals(DECIMALS.pValue));
  const smallestPValue = 10 ** -DECIMALS.pValue;
  const points = formatter({ ...decimals(DECIMALS.points), signDisplay: 'exceptZero' });
  const size = formatter({ maximumFractionDigits: 1 });
  return {
    /** 9240 as '9,240'. */
    formatCount: count,
    /** A fraction as a percentage with one decimal: 0.206 as '20.6%'. */
    formatRate: formatter({ ...decimals(DECIMALS.rate), style: 'percent' }),
    /** A ratio with two decimals: 1.2386 as '1.24x'. */
    formatLift: (lift: number) => `${ratio(lift)}x`,
    /** The same without the 'x', for places that state the unit elsewhere: '1.24'. */
    formatRatio: ratio,
    /** A tick on an axis of ratios: 0.5 as '0.5x'. */
    formatTick: mapText(formatter({ maximumFractionDigits: 2 }), (text) => `${text}x`),
    /** The same ratio as a change: 1.2386 as '+24%'. */
    formatLiftChange: mapInput(
      formatter({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
      (lift) => lift - 1,
    ),
    /** Three decimals, '<0.001' below that. */
    formatPValue: (p: number) => (p < smallestPValue ? `<${pValue(smallestPValue)}` : pValue(p)),
    /** A fraction as a whole percentage: 0.8155 as '82%'. */
    formatConfidence: formatter({ ...decimals(DECIMALS.confidence), style: 'percent' }),
    /** Signed percentage points with one decimal: 12.34 as '+12.3'. The table's heading states the unit. */
    formatPoints: points,
    /** A percentage as people type it, such as a threshold: 10 as '10%', 12.5 as '12.5%'. */
    formatPercent: mapInput(
      formatter({ style: 'percent', maximumFractionDigits: 2 }),
      (value) => value / 100,
    ),
    /** '$1,234.50', with the decimals of the currency: 1234.5 yen is '¥1,235'. Without a currency it is dollars. */
    formatMoney: moneyFormatter(locale, {}),
    /** '$1,235'. */
    formatWholeMoney: moneyFormatter(locale, { maximumFractionDigits: 0 }),
    /** A number out of the data, with up to four significant decimals: 0.00012345 as '0.0001235'. */
    formatNumber: (value: number) => formatDataNumber(value, locale),
    /** '412 B', '3.2 MB'. */
    formatFileSize: (bytes: number) => {
      if (bytes < BYTES_PER_UNIT) return `${size(bytes)} B`;
      if (bytes < BYTES_PER_UNIT ** 2) return `${size(bytes / BYTES_PER_UNIT)} KB`;
      return `${size(bytes / BYTES_PER_UNIT ** 2)} MB`;
    },
  };
}

function moneyFormatter(locale: string | undefined, style: Style) {
  const formats = new Map<string, Intl.NumberFormat>();
  return (amount: number, currency = DOLLARS): string => {
    const format = formats.get(currency) ?? createMoneyFormat(locale, currency, style);
    formats.set(currency, format);
    return format.format(amount);
  };
}

function createMoneyFormat(locale: string | undefined, currency: string, style: Style): Intl.NumberFormat {
  // Other dollars than the default ones say which they are: 'CA$'.
  const currencyDisplay = currency === DOLLARS ? 'narrowSymbol' : 'symbol';
  return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay, ...style });
}

/** How many decimals `formatMoney` shows of a currency. */
export function moneyDecimals(currency = DOLLARS): number {
  return createMoneyFormat('en', currency, {}).resolvedOptions().maximumFractionDigits ?? 2;
}

function mapText(format: (value: number) => string, change: (text: string) => string) {
  return (value: number) => change(format(value));
}

function mapInput(format: (value: number) => string, change: (value: number) => number) {
  return (value: number) => format(change(value));
}

function formatDataNumber(value: number, locale?: string): string {
  const size = Math.abs(value);
  // Below 1 the four decimals count from the first digit that is not zero. 0 has none, and is '0' with any number of decimals.
  const leadingZeros = size < 1 ? Math.floor(-Math.log10(size)) : 0;
  const maximumFractionDigits = Math.min(20, 4 + leadingZeros);
  return new Intl.NumberFormat(locale, { maximumFractionDigits }).format(value);
}

export const {
  formatCount,
  formatRate,
  formatLift,
  formatRatio,
  formatTick,
  formatLiftChange,
  formatPValue,
  formatConfidence,
  formatPoints,
  formatPercent,
  formatMoney,
  formatWholeMoney,
  formatNumber,
  formatFileSize,
} = createFormats();

/** The decimal mark in numbers that a visitor types. */
export type DecimalMark = '.' | ',';

/** The decimal mark of a locale; a point where it is neither point nor comma. @internal */
export function decimalMarkOf(locale?: string): DecimalMark {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

export const DECIMAL_MARK = decimalMarkOf();

/** Money without decimals where it has none: '$100', '$2.35'. */
export function formatExactMoney(amount: number, currency?: string): string {
  return Number.isInteger(amount) ? formatWholeMoney(amount, currency) : formatMoney(amount, currency);
}

/** A count with its noun: '1 lead', '9,240 leads'. */
export function countNoun(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** A share in percent, at most one decimal, for texts that are the same in every language: 0.999 as 99.9. */
export function percent(share: number): number {
  return Math.round(1000 * share) / 10;
}

/**
 * Text of a cell on one line of at most `length` characters. The middle is cut, since long texts often have the same start. A
 * cell may have line breaks, or megabytes of text.
 */
export function shortText(text: string, length: number): string {
  const start = Array.from(oneLine(text.slice(0, 2 * length)));
  if (text.length <= 2 * length && start.length <= length) return start.join('');
  const end = Array.from(oneLine(text.slice(-2 * length))).slice(-Math.floor(length / 3));
  return `${start.slice(0, length - 1 - end.length).join('')}…${end.join('')}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ⏎ ');
}

/** On the screen and in labels, a longer value is cut. */
export const NAME_LENGTH = 200;
