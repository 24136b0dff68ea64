import { useEffect, useState } from 'react';
import { cx } from '#frontend/lib/class-names.ts';

export interface TableOfContentsProps {
  sections: readonly { id: string; title: string }[];
}

export function TableOfContents({ sections }: TableOfContentsProps) {
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
 * The section that is being read: the last one whose heading lies in or above the upper third of the window. At the
 * end of the page it is the last section, since its heading may not get that far up.
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
