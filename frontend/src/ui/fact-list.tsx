import type { ReactNode } from 'react';

/** Facts with their names, a line under each. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col border-t border-hairline text-14">{children}</dl>;
}

interface FactProps {
  name: string;
  children: ReactNode;
  /** A button that changes it. */
  action?: ReactNode;
}

export function Fact({ name, children, action }: FactProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 border-b border-hairline py-2.5 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
      <dt className="text-13 text-muted max-sm:col-span-full sm:text-14">{name}</dt>
      <dd className="min-w-0">{children}</dd>
      {action && <dd className="justify-self-end">{action}</dd>}
    </div>
  );
}
