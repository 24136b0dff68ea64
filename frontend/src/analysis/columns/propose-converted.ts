import {
  FOREIGN_EARLIER,
  FOREIGN_FINAL,
  hasEnd,
  isZeroOrOne,
  SPECIFIED_EARLIER,
  SPECIFIED_FINAL,
} from './good-ends.ts';
import { headerWords, listWords } from './words.ts';

/** Words that are good ends in a status column, and common elsewhere: 'Client referral' is a source. */
const FINAL_IN_STATUS =
  'client sale purchased bought paid enrolled signed kunde kundin gekauft abgeschlossen signé cliente klant fechado';
const EARLIER_IN_STATUS =
  'successful accepted approved erfolgreich erfolg ja réussi oui éxito sí si successo sì sucesso sim';

const FINAL_ENDS = listWords(SPECIFIED_FINAL, FOREIGN_FINAL, FINAL_IN_STATUS);
const EARLIER_ENDS = listWords(SPECIFIED_EARLIER, FOREIGN_EARLIER, EARLIER_IN_STATUS);
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
