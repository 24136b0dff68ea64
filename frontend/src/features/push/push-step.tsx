import { type ReactNode, useId } from 'react';

interface PushStepProps {
  title: string;
  /** A line below the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** A numbered step of a push. */
export function PushStep({ title, note, children }: PushStepProps) {
  const id = useId();
  return (
    <li
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-4 border-t border-hairline py-5 [counter-increment:push-step] first:border-t-0"
    >
      <div className="max-w-prose">
        <h5
          id={id}
          className="flex gap-2 text-14 font-semibold before:min-w-2.5 before:text-muted before:tabular-nums before:content-[counter(push-step)]"
        >
          {title}
        </h5>
        {note && <p className="mt-1 text-13 text-muted">{note}</p>}
      </div>
      {children}
    </li>
  );
}
