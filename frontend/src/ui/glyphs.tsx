import type { SVGProps } from 'react';

/** Icons of the first page, in the style of the icon library, which only the pages that need more icons fetch. */
const LINES = {
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4',
  moon: 'M20.5 13.6A8.6 8.6 0 1 1 10.4 3.5a6.7 6.7 0 0 0 10.1 10.1Z',
  fileUp:
    'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8ZM14 3v5h5M12 17.5V12M9.5 14.2 12 11.7l2.5 2.5',
  chevronRight: 'm9 6 6 6-6 6',
  check: 'm5 12.5 4.5 4.5L19.5 7',
};

interface GlyphProps extends SVGProps<SVGSVGElement> {
  name: keyof typeof LINES;
}

/** A decorative icon, hidden from screen readers. */
export function Glyph({ name, ...rest }: GlyphProps) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      <path d={LINES[name]} />
    </svg>
  );
}
