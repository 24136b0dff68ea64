import { GLOSSARY } from '../glossary.ts';

const MEANINGS: readonly [title: string, meaning: string][] = [
  ['Confidence', GLOSSARY.confidence],
  ['P-Value', GLOSSARY.pValue],
  ['Lift vs Baseline', GLOSSARY.lift],
  ['Adjusted Lift', GLOSSARY.adjustedLift],
];

/** The headers of these tables sort; what they mean is said here. */
export function ColumnMeanings({ hasLeadValue }: { hasLeadValue: boolean }) {
  const meanings = hasLeadValue ? [...MEANINGS, ['Lead Value ($)', GLOSSARY.leadValue] as const] : MEANINGS;
  return (
    <section aria-labelledby="column-meanings" className="border-t border-hairline pt-6">
      <h2 id="column-meanings" className="text-14 font-semibold">
        What the columns mean
      </h2>
      <dl className="mt-3 grid gap-x-8 gap-y-3 text-13 sm:grid-cols-2 lg:grid-cols-3">
        {meanings.map(([title, meaning]) => (
          <div key={title}>
            <dt className="font-medium">{title}</dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
