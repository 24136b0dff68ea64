const ADVICE = [
  [
    'Use the suggested value rules as they are.',
    'The rules of correlated segments are already reduced by 15%.',
  ],
  [
    'Where the difference is negative, do not add up two rules.',
    'Together the two values bring less than their lifts promise: keep the rule of the one with more leads.',
  ],
  [
    'Where the difference is positive, treat the pair as a segment of its own.',
    'Its actual lift is the better guide, if its confidence is high.',
  ],
] as const;

/** How to handle correlated attributes. */
export function HandlingAdvice({ hasInteractions }: { hasInteractions: boolean }) {
  return (
    <section aria-labelledby="handling-advice" className="max-w-prose">
      <h2 id="handling-advice" className="text-14 font-semibold">
        How to handle correlated attributes
      </h2>
      {hasInteractions ? (
        <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-14 text-muted">
          {ADVICE.map(([rule, reason]) => (
            <li key={rule}>
              <span className="text-text">{rule}</span> {reason}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-14 text-muted">
          Nothing to do: value rules of different attributes can be used together, and their lifts multiplied.
        </p>
      )}
    </section>
  );
}
