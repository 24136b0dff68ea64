import { ArrowLeft } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { buttonClasses } from './button.tsx';
import { Link } from './link.tsx';
import { cx } from '#frontend/lib/class-names.ts';

/** A text in MDX. The build divides it at its headings of level 2, and lists them. */
export interface ProseText {
  default: ComponentType<{ components: ProseParts }>;
  sections: readonly { id: string; title: string }[];
}

/** The components that render the parts of a text. */
interface ProseParts {
  /** The text before the first heading. */
  Lead: ComponentType<{ children: ReactNode }>;
  Section: ComponentType<SectionProps>;
  a: ComponentType<LinkProps>;
}

interface ProsePageProps {
  title: string;
  /** A date or another short line over the text. */
  dateline?: ReactNode;
  /** Shown one after the other. */
  texts: readonly ProseText[];
  /** Adds a table of contents: at the left on wide screens, folded above the text on narrow ones. */
  hasContents?: boolean;
  /** Shown at the end of the page. */
  closing?: ReactNode;
}

/** A page of text. */
export function ProsePage({ title, dateline, texts, hasContents, closing }: ProsePageProps) {
  useOpenAtAnchor();
  const sections = useMemo(() => texts.flatMap((text) => text.sections), [texts]);
  const show = (components: ProseParts) =>
    texts.map(({ default: Text }, index) => <Text key={index} components={components} />);
  return (
    <div className="mx-auto grid w-full max-w-results gap-x-18 px-4 py-8 sm:px-6 sm:py-12 min-[1100px]:grid-cols-[12rem_minmax(0,68ch)]">
      <div className="hidden min-[1100px]:block">
        {hasContents && <TableOfContents sections={sections} />}
      </div>
      <article className="min-w-0">
        <Link to="/" className={`${buttonClasses('ghost')} -ml-3`}>
          <ArrowLeft aria-hidden className="size-4" />
          Back to Home
        </Link>
        <div className="mt-4 mb-8 flex max-w-prose flex-col gap-3">
          <h1 className="text-28 tracking-[-0.02em] sm:text-40">{title}</h1>
          {dateline && <p className="text-14 text-muted">{dateline}</p>}
          {show(LEAD)}
        </div>
        {hasContents && (
          <details className="mb-8 rounded-surface border border-hairline px-4 min-[1100px]:hidden">
            <summary className="py-2.5 text-14 font-medium">On this page</summary>
            <TableOfContents sections={sections} />
          </details>
        )}
        {show(BODY)}
        {closing && <div className="mt-18 border-t border-hairline pt-4 text-13 text-faint">{closing}</div>}
      </article>
    </div>
  );
}

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

function Section({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mt-12 first-of-type:mt-0">
      <h2 id={id} className="mb-3 scroll-mt-6 text-20 tracking-[-0.01em]">
        <a href={`#${id}`} className="ui-anchor">
          {title}
        </a>
      </h2>
      <div className="ui-prose">{children}</div>
    </section>
  );
}

interface LinkProps {
  href: string;
  className?: string;
  children: ReactNode;
}

/** A link of a text: to a page of this site, or to another site in a tab of its own. */
function TextLink({ href, ...rest }: LinkProps) {
  return href.startsWith('/') ? (
    <Link {...rest} to={href} />
  ) : (
    // The text is one of the properties.
    // oxlint-disable-next-line jsx-a11y/anchor-has-content
    <a {...rest} href={href} rel="noreferrer" target="_blank" />
  );
}

/** A page shows the lead above its contents and the sections below, so it renders a text twice. */
const LEAD: ProseParts = {
  Lead: ({ children }) => <div className="mt-2 text-16 text-muted">{children}</div>,
  Section: () => null,
  a: (link) => <TextLink {...link} className="text-accent underline underline-offset-4" />,
};

const BODY: ProseParts = { Lead: () => null, Section, a: TextLink };

/**
 * Scrolls to the anchor of the address. The text may be rendered after the browser has looked for the anchor.
 */
function useOpenAtAnchor() {
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id) document.getElementById(id)?.scrollIntoView();
  }, []);
}

interface FormulaProps {
  formula: string;
  /** The formula with figures. */
  example?: string;
}

/** A formula set apart, with a worked example under it. */
export function Formula({ formula, example }: FormulaProps) {
  return (
    <div className="rounded-surface bg-sunken px-4 py-3 text-14 tabular-nums">
      <p className="font-medium">{formula}</p>
      {example && <p className="mt-1 text-muted">{example}</p>}
    </div>
  );
}

function TableOfContents({ sections }: { sections: readonly { id: string; title: string }[] }) {
  const current = useSectionInView(sections);
  return (
    <nav aria-label="On this page" className="text-13 min-[1100px]:sticky min-[1100px]:top-12">
      <ol className="flex flex-col pb-3">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              className={cx(
                'flex min-h-8 items-center rounded-control py-1 text-muted transition-colors hover:text-text coarse:min-h-11',
                'min-[1100px]:border-l-2 min-[1100px]:border-hairline min-[1100px]:rounded-none min-[1100px]:pl-4',
                'min-[1100px]:aria-[current]:border-accent aria-[current]:text-text',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/**
 * The id of the section in view: the last section with its heading in or above the upper third of the window. At the end of
 * the page it is the last section, since its heading may never reach the upper third.
 */
function useSectionInView(sections: readonly { id: string }[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const update = () => {
      const line = window.innerHeight / 3;
      const isAtEnd =
        window.scrollY > 0 && window.innerHeight + window.scrollY >= document.body.scrollHeight - 2;
      if (isAtEnd) return setCurrent(sections.at(-1)?.id);
      const passed = sections.filter(({ id }) => {
        const heading = document.getElementById(id);
        return heading !== null && heading.getBoundingClientRect().top <= line;
      });
      setCurrent((passed.at(-1) ?? sections[0])?.id);
    };
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [sections]);
  return current;
}
