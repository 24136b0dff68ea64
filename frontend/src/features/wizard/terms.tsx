import { NAME_LENGTH, shortText } from '#frontend/lib/format.ts';
import { Term } from '#frontend/ui/tooltip.tsx';

const MEANINGS = {
  status: 'How each lead ended, such as “Qualified” or “Lost”.',
  attribute: 'A column to compare leads by, such as source, country or device.',
  converted: 'A lead with a status that you count as a success.',
  ranges: 'Numbers that count as one group, such as 1 to 5 pages.',
  segment: 'All leads that share one value of an attribute, such as all leads from Google.',
};

/** A term of the steps with its meaning in a tooltip. */
export function StepTerm({ term, children }: { term: keyof typeof MEANINGS; children: string }) {
  return <Term explanation={MEANINGS[term]}>{children}</Term>;
}

/** The value in quotation marks. A longer value is cut. */
export function quote(value: string, length = NAME_LENGTH): string {
  return `“${shortText(value, length)}”`;
}
