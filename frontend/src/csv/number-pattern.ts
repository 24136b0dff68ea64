/**
 * Matches one decimal number and nothing else: sign, digits, point, exponent. It refuses '1,234', '0x1F' and '12 %'.
 */
export const NUMBER_PATTERN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
