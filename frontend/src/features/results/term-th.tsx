import type { ReactNode } from 'react';
import { Th } from '#frontend/ui/table.tsx';
import { Term } from '#frontend/ui/tooltip.tsx';
import { explainTitle, type Meanings } from './glossary.ts';
import { TitleText } from './title-text.tsx';

export interface TermThProps {
  title: string;
  meanings: Meanings;
  numeric?: boolean;
  className?: string;
  /** Beside the title. */
  children?: ReactNode;
}

/** A header cell whose title is explained on hover, on focus and on touch. */
export function TermTh({ title, meanings, numeric, className, children }: TermThProps) {
  return (
    <Th numeric={numeric} className={className}>
      <Term explanation={explainTitle(meanings, title)} className={numeric ? 'text-right!' : undefined}>
        <TitleText title={title} />
      </Term>
      {children}
    </Th>
  );
}
