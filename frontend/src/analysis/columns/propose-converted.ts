import { answerOf, areAnswers, endOf, isJustQualified, stageOf } from './statuses.ts';
import { isZeroOrOne, namesConversions } from './status-guess.ts';
import { headerWords } from './words.ts';

/** A header with one of these words says that 1 is a conversion. */
const CONVERSION_HEADER =
  /^(?:(?:is|has)?(?:converted|conversion|won|customer|outcome|response|success|sold|purchased|qualified|deposit|subscribed|enrolled)|y|target|status|stage|disposition|lead)$/;

/** Under such a header the leads that have left are the outcome. */
const CHURN_HEADER = /^(?:churn|churned|attrition|exited|abwanderung|kündigung)$/;
const CHURNED = /^(?:1|yes|true|ja|oui|sí|si|sim|churned|exited|left|attrited.*)$/i;

/** Under a header with one of these words 'Yes' is no conversion: 'Do Not Email', 'Is Lost'. */
const DENYING_HEADER = /^(?:not|no|lost|unsubscribed|optout|bounced|spam|duplicate)$/;

/** A column with more values is no list of statuses. */
const MOST_STATUSES = 60;

/**
 * The values of a status column that stand for a conversion, in the order of `values`; empty where none does.
 *
 * With a final end ('Closed Won', 'Customer', 'Gewonnen') all final ends count, and a value which is just 'Qualified' or 'Qualified
 * lead', since both are common definitions. Without one the earliest converted status and all stages beyond it count. In a column of
 * conversion names all converted statuses do. 1 of 0 and 1 counts under a header that means a conversion. Under a header of churn the
 * leads that have left count.
 *
 * Examples: 'Lifecycle Stage' with Subscriber, Marketing Qualified Lead and Customer gives Customer; without Customer and with
 * Opportunity it gives Marketing Qualified Lead and Opportunity.
 *
 * @param values the distinct values of the column without blanks
 */
export function proposeConverted(header: string, values: readonly string[]): string[] {
  if (values.length > MOST_STATUSES) return [];
  if (namesConversions(header)) return values.filter((value) => endOf(value) !== null);
  if (values.length < 2) return [];
  const words = headerWords(header);
  const isAbout = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (isAbout(CHURN_HEADER)) return values.filter((value) => CHURNED.test(value.trim()));
  if (isAbout(DENYING_HEADER)) return [];
  if (isZeroOrOne(values)) return isAbout(CONVERSION_HEADER) ? ['1'] : [];
  // Two systems have written such a column: TRUE, Yes and 1 are one answer.
  if (areAnswers(values)) return values.filter((value) => answerOf(value) === 'yes');
  const hasFinal = values.some((value) => endOf(value) === 'final');
  if (hasFinal) return values.filter((value) => endOf(value) === 'final' || isJustQualified(value));
  return earliestAndBeyond(values);
}

function earliestAndBeyond(values: readonly string[]): string[] {
  const earlier = values.filter((value) => endOf(value) !== null);
  const stages = earlier.map(stageOf).filter((stage) => stage !== -1);
  const first = stages.length === 0 ? Infinity : Math.min(...stages);
  return values.filter((value) => earlier.includes(value) || stageOf(value) > first);
}
