import type { ReactNode } from 'react';

/** A section of the page of a team. */
export function TeamSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h2 className="text-20">{title}</h2>
      {children}
    </section>
  );
}
