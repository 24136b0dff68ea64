import { headerWords, listWords, wordsOf } from './words.ts';

/** The good ends of the specification, by which a status column is known. */
const SPECIFIED_FINAL = 'won converted customer sold';
const SPECIFIED_EARLIER = 'qualified success yes true';

/** The same in other languages and spellings. Each is a good end wherever it stands. */
const FOREIGN_FINAL =
  'closedwon gewonnen verkauft konvertiert gagné gagnée vendu vendue ganado ganada vendido vendida convertido convertida ' +
  'vinto vinta venduto venduta convertito ganho ganha verkocht';
const FOREIGN_EARLIER =
  'qualifiziert qualifié qualifiée calificado calificada cualificado cualificada qualificato qualificado qualificada';

/** Words that are good ends in a status column, and common elsewhere: 'Client referral' is a source. */
const FINAL_IN_STATUS =
  'client sale purchased bought paid enrolled signed kunde kundin gekauft abgeschlossen signé cliente klant fechado';
const EARLIER_IN_STATUS =
  'successful accepted approved erfolgreich erfolg ja réussi oui éxito sí si successo sì sucesso sim';

const FINAL_ENDS = listWords(SPECIFIED_FINAL, FOREIGN_FINAL, FINAL_IN_STATUS);
const EARLIER_ENDS = listWords(SPECIFIED_EARLIER, FOREIGN_EARLIER, EARLIER_IN_STATUS);
/** Words by which a column is known to be a status, negated or not. */
export const TELLING_ENDS = listWords(SPECIFIED_FINAL, SPECIFIED_EARLIER, FOREIGN_FINAL, FOREIGN_EARLIER);

/** 'Not yet converted' and 'Former customer' are no good ends. */
const NEGATIONS = listWords(
  'not non un no never former ex potential prospective possible nicht kein keine noch pas jamais niet geen',
);

/** A value with one of these words is no good end: 'Closed Lost (customer of a competitor)'. */
const BAD_ENDS = listWords(
  'lost closedlost disqualified unqualified rejected cancelled canceled junk spam duplicate verloren abgelehnt ' +
    'perdu perdue perdido perdida perso persa',
);

/** A header with one of these words says that 1 is a conversion. */
const CONVERSION_HEADER =
  /^(?:(?:is|has)?(?:converted|conversion|won|customer|outcome|response|success|sold|purchased|qualified|deposit|subscribed|enrolled)|y|target|status|stage|disposition|lead)$/;

/** Under such a header the leads that have left are the outcome. */
const CHURN_HEADER = /^(?:churn|churned|attrition|exited|abwanderung|kündigung)$/;
const CHURNED = /^(?:1|yes|true|ja|oui|sí|si|sim|churned|exited|left|attrited.*)$/i;

/** Under a header with one of these words 'Yes' is no conversion: 'Do Not Email', 'Is Lost'. */
const DENYING_HEADER = /^(?:not|no|lost|unsubscribed|optout|bounced|spam|duplicate)$/;

const PLAINLY_QUALIFIED = /^\s*qualified\s*$/i;

/** A column with more values is no list of statuses. */
const MOST_STATUSES = 60;

/**
 * The values of a status column that stand for a conversion, in the order of `values`; empty where none does. Two or
 * more are a question to the visitor, not an answer.
 *
 * Final ends ('Closed Won', 'Customer', 'Gewonnen') win over earlier ones ('Sales Qualified Lead', 'Yes'). A value which is
 * just 'Qualified' stands beside a final end, since both are common definitions. 1 of 0 and 1 counts under a header
 * that means a conversion. Under a header of churn the leads that have left count.
 *
 * Example: 'Lifecycle Stage' with Subscriber, Marketing Qualified Lead and Customer gives Customer.
 *
 * @param values the distinct values of the column without blanks
 */
export function proposeConverted(header: string, values: readonly string[]): string[] {
  if (values.length < 2 || values.length > MOST_STATUSES) return [];
  const words = headerWords(header);
  const isAbout = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (isAbout(CHURN_HEADER)) return values.filter((value) => CHURNED.test(value.trim()));
  if (isAbout(DENYING_HEADER)) return [];
  if (isZeroOrOne(values)) return isAbout(CONVERSION_HEADER) ? ['1'] : [];
  const isFinal = (value: string) => hasEnd(value, FINAL_ENDS);
  if (!values.some(isFinal)) return values.filter((value) => hasEnd(value, EARLIER_ENDS));
  return values.filter((value) => isFinal(value) || PLAINLY_QUALIFIED.test(value));
}

/** Whether a value makes its column look like a status: 'Closed Won' does, 'Not yet converted' does not. */
export function isGoodEnd(value: string): boolean {
  return hasEnd(value, TELLING_ENDS);
}

export function isZeroOrOne(values: readonly string[]): boolean {
  return values.length === 2 && values.includes('0') && values.includes('1');
}

function hasEnd(value: string, ends: ReadonlySet<string>): boolean {
  const words = wordsOf(value);
  const at = words.findIndex((word) => ends.has(word));
  if (at === -1 || words.some((word) => BAD_ENDS.has(word))) return false;
  return !words.slice(0, at).some((word) => NEGATIONS.has(word));
}
