import { type ReactNode, useId } from 'react';
import { ArrowLeft } from 'lucide-react';
import { Button } from '#frontend/ui/button.tsx';

interface WayPageProps {
  title: string;
  /** The way in one sentence. */
  meaning: string;
  onBack(): void;
  /** Its steps. */
  children: ReactNode;
}

/** The id of the heading, which gets the focus when the page is opened. */
export const WAY_HEADING = 'apply-way';

/** The page of one way to use the values, and the button that leads back to the choice. */
export function WayPage({ title, meaning, onBack, children }: WayPageProps) {
  return (
    <section aria-labelledby={WAY_HEADING} className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-1">
        <Button variant="ghost" size="small" icon={<ArrowLeft />} onClick={onBack} className="-ml-2.5">
          All ways
        </Button>
        <h2 id={WAY_HEADING} tabIndex={-1} className="text-16 font-semibold outline-none">
          {title}
        </h2>
        <p className="max-w-prose text-14 text-muted">{meaning}</p>
      </div>
      <ol>{children}</ol>
    </section>
  );
}

interface WayStepProps {
  title: string;
  /** A line below the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** A numbered step of a way. Its number follows from its place in the list. */
export function WayStep({ title, note, children }: WayStepProps) {
  const id = useId();
  return (
    <li className="flex flex-col gap-4 border-t border-hairline py-6 [counter-increment:step] last:pb-0">
      <div className="max-w-prose">
        <h3
          id={id}
          className="flex gap-2.5 text-16 font-semibold before:min-w-3 before:text-muted before:tabular-nums before:content-[counter(step)]"
        >
          {title}
        </h3>
        {note && <p className="mt-1 text-13 text-muted">{note}</p>}
      </div>
      {children}
    </li>
  );
}
