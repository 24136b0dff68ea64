import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from '../columns/columns.ts';
import { OTHER_LABEL } from '../constants.ts';

const REMAINDERS: readonly string[] = [BLANK_LABEL, OUT_OF_RANGE_LABEL, OTHER_LABEL];

/** Whether a value is '(Blank)', '(Out of range)' or 'Other', which no platform has. */
export function isRemainder(value: string): boolean {
  return REMAINDERS.includes(value);
}

/** Platforms look up locations, audiences and placements by the names of the file. */
export const keepName = (value: string): string => value;

const DEVICE_PATTERNS: readonly [Device, RegExp][] = [
  ['tablet', /tablet|ipad/],
  ['mobile', /mobile|phone|handy|smartphone|^cell/],
  ['desktop', /desktop|computer|laptop|notebook|^(pc|mac)$/],
];
type Device = 'mobile' | 'tablet' | 'desktop';

/** The device that a value names; null if it names none. */
export const deviceOf = (value: string): Device | null => matchName(DEVICE_PATTERNS, value);

/** Names the devices that a platform tells apart. */
export function nameDevices(names: Readonly<Partial<Record<Device, string>>>) {
  return (value: string): string | null => {
    const device = deviceOf(value);
    return device && (names[device] ?? null);
  };
}

const GENDER_PATTERNS: readonly [string, RegExp][] = [
  ['Women', /^(f|female|woman|women|frau|weiblich)$/],
  ['Men', /^(m|male|man|men|mann|männlich)$/],
];

export const nameGender = (value: string): string | null => matchName(GENDER_PATTERNS, value);

const SYSTEM_PATTERNS: readonly [string, RegExp][] = [
  ['iOS', /\b(ios|ipados|iphone)\b/],
  ['Android', /\bandroid\b/],
];

export const nameSystem = (value: string): string | null => matchName(SYSTEM_PATTERNS, value);

function matchName<Name>(patterns: readonly [Name, RegExp][], value: string): Name | null {
  const text = value.trim().toLowerCase();
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
