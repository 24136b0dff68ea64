import { PRODUCT_NAME } from '#frontend/lib/product.ts';

/** Two bars above a line and one below it: lift over the baseline. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={className}>
      <rect width="24" height="24" rx="6" fill="var(--accent)" />
      <path fill="var(--on-accent)" d="M6 5h3v8H6zM10.5 9h3v4h-3zM15 15h3v4h-3zM4 13.5h16v1H4z" />
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark className="size-6 shrink-0" />
      <span className="text-14 font-semibold tracking-[-0.01em] whitespace-nowrap">{PRODUCT_NAME}</span>
    </span>
  );
}
