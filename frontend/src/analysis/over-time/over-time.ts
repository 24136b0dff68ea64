import type { ValuedPart } from '../counts/valued-leads.ts';
import type { Change } from './changed.ts';
import { MIN_PERIODS } from './limits.ts';
import type { Unit } from './periods.ts';

/** The age below which leads have had less time to convert. */
export interface AgeCut {
  days: number;
  /** Whether the visitor leaves out younger leads; else it was found in the file. */
  isChosen: boolean;
}

/** A period of the file. */
interface Period {
  /** Its first day. */
  start: number;
  /** Whether all of its days are past the age cut. */
  isRipe: boolean;
}

/** The leads of some rules by period. Plain data, which one thread can pass to another. */
export interface OverTime {
  unit: Unit;
  /** The units that can be chosen. */
  units: readonly Unit[];
  /** The unit by which changes are tested, whatever unit is shown. */
  testedUnit: Unit;
  /** Null where no sign of young leads was found. */
  cut: AgeCut | null;
  periods: readonly Period[];
  /** All leads of each period; the amounts are 0 by conversions. */
  totals: readonly ValuedPart[];
  /** The leads of each rule, period by period. */
  parts: readonly (readonly ValuedPart[])[];
  /** Whether each rule has changed. */
  changes: readonly Change[];
  /** How many leads have no date that can be read, and are in no period. */
  undated: number;
}

/** By months, or by weeks where the file has fewer ripe months than a test needs. */
export function chooseUnit(ripeMonths: number): Unit {
  return ripeMonths >= MIN_PERIODS ? 'month' : 'week';
}
