import type { Analysis } from '#frontend/analysis/analyse.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { wordFinding, type Sentence } from './finding-words.ts';
import { findFindings } from './findings.ts';

const SIGNS: Record<Sentence['tone'], { sign: string; colour: string }> = {
  up: { sign: '▲', colour: 'text-up' },
  down: { sign: '▼', colour: 'text-down' },
  caution: { sign: '!', colour: 'text-caution' },
  neutral: { sign: '–', colour: 'text-faint' },
};

/** The most important findings in words. */
export function Summary({ analysis }: { analysis: Analysis }) {
  const sentences = findFindings(analysis).map(wordFinding);
  return (
    <section aria-labelledby="results-summary" className="min-w-0">
      <h2 id="results-summary" className="sr-only">
        Summary
      </h2>
      <ul className="flex flex-col gap-2 text-16">
        {sentences.map(({ tone, parts }) => (
          <li key={parts.map(({ text }) => text).join('')} className="flex items-baseline gap-3">
            <span
              aria-hidden
              className={`w-3 shrink-0 text-center text-12 font-semibold ${SIGNS[tone].colour}`}
            >
              {SIGNS[tone].sign}
            </span>
            <p className="min-w-0 wrap-break-word">
              {parts.map((part, position) => (
                // oxlint-disable-next-line react/no-array-index-key -- a part of a sentence is its position
                <Part key={position} {...part} />
              ))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Longer names out of the data are cut, so that the sentence stays readable. */
const LONGEST_NAME = 60;

function Part({ text, name }: Sentence['parts'][number]) {
  if (!name) return text;
  if (name === 'count') return <span className="whitespace-nowrap">{text}</span>;
  const isCut = text.length > LONGEST_NAME;
  return (
    <span className={cx(name === 'value' && 'font-semibold')} title={isCut ? text : undefined}>
      {isCut ? `${text.slice(0, LONGEST_NAME - 1)}…` : text}
    </span>
  );
}
