/** One decimal number and nothing else: sign, point, exponent. '1,234', '0x1F' and '12 %' are none. */
export const NUMBER_PATTERN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
