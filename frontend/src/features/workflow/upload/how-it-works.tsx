const STEPS = [
  ['Choose the status column', 'The one that says how each lead ended.'],
  ['Say what counts as converted', '“Qualified”, “Won”, whatever your list calls it.'],
  ['Get value rules and lead values', 'Multipliers to bid with, and the money a lead is worth.'],
] as const;

/** What happens after the upload, in three lines. */
export function HowItWorks() {
  return (
    <ol className="flex flex-col gap-3" aria-label="How it works">
      {STEPS.map(([title, explanation], index) => (
        <li key={title} className="flex gap-3">
          <span aria-hidden className="w-4 shrink-0 text-14 font-semibold text-accent tabular-nums">
            {index + 1}
          </span>
          <div>
            <p className="text-14 font-medium">{title}</p>
            <p className="text-13 text-muted">{explanation}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
