import { Term } from '#frontend/ui/tooltip.tsx';

const MEANINGS = {
  status: 'The column that says how each lead ended, such as “Qualified” or “Lost”.',
  attribute: 'A column that may explain which leads convert, such as source, country or device.',
  converted: 'A lead whose status is one that you call a success.',
  ranges: 'Numbers from one bound to another that are looked at together, such as 1 to 5 pages.',
  segment: 'All leads that share one value of an attribute, such as all leads from Google.',
};

/** A term of the steps with its meaning in a tooltip. */
export function StepTerm({ term, children }: { term: keyof typeof MEANINGS; children: string }) {
  return <Term explanation={MEANINGS[term]}>{children}</Term>;
}
