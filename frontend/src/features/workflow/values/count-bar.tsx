/** A share of the most frequent value as a line; the figure beside it says the same. */
export function CountBar({ share, isStrong }: { share: number; isStrong?: boolean }) {
  return (
    <span aria-hidden className="block h-0.5 rounded-full bg-hairline">
      <span
        className={`block h-full min-w-px rounded-full ${isStrong ? 'bg-accent' : 'bg-control'}`}
        style={{ width: `${100 * share}%` }}
      />
    </span>
  );
}
