import { listWords, wordsOf } from './words.ts';

/** The good ends of the specification, by which a status column is known. */
export const SPECIFIED_FINAL = 'won converted customer sold';
export const SPECIFIED_EARLIER = 'qualified success yes true';

/** The same in other languages and spellings. Each is a good end wherever it stands. */
export const FOREIGN_FINAL =
  'closedwon gewonnen verkauft gagné vendu ganado ganada vendido vinto venduto ganho verkocht';
export const FOREIGN_EARLIER = 'qualifiziert qualifié calificado cualificado qualificato qualificado';

/** Words by which a column is known to be a status, negated or not. */
export const TELLING_ENDS = listWords(SPECIFIED_FINAL, SPECIFIED_EARLIER, FOREIGN_FINAL, FOREIGN_EARLIER);

/** 'Not yet converted' and 'Former customer' are no good ends. */
const NEGATIONS = listWords(
  'not non un no never former potential nicht kein keine noch pas jamais niet geen',
);

/** A value with one of these words is no good end: 'Closed Lost (customer of a competitor)'. */
const BAD_ENDS = listWords(
  'lost closedlost disqualified unqualified rejected junk spam verloren abgelehnt ' +
    'perdu perdue perdido perdida perso persa',
);

/** Whether a value makes its column look like a status: 'Closed Won' does, 'Not yet converted' does not. */
export function isGoodEnd(value: string): boolean {
  return hasEnd(value, TELLING_ENDS);
}

export function isZeroOrOne(values: readonly string[]): boolean {
  return values.length === 2 && values.includes('0') && values.includes('1');
}

/** Whether a value has one of the words, neither negated nor beside a bad end. */
export function hasEnd(value: string, ends: ReadonlySet<string>): boolean {
  const words = wordsOf(value);
  const at = words.findIndex((word) => ends.has(word));
  if (at === -1 || words.some((word) => BAD_ENDS.has(word))) return false;
  return !words.slice(0, at).some((word) => NEGATIONS.has(word));
}
