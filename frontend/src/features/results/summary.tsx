import type { Analysis } from '#frontend/analysis/analyse.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { shortName } from '#frontend/lib/cut-name.ts';
import { wordLabelCounts } from './evidence-words.ts';
import { findFindings, type Sentence, wordFinding } from './findings.ts';

const SIGNS: Record<Sentence['tone'], { sign: string; colour: string }> = {
  up: { sign: '▲', colour: 'text-up' },
  down: { sign: '▼', colour: 'text-down' },
  caution: { sign: '!', colour: 'text-caution' },
  neutral: { sign: '–', colour: 'text-faint' },
};

/** How many rules there are to use and to test, then the most important findings in words. */
export function Summary({ analysis }: { analysis: Analysis }) {
  const labels = wordLabelCounts(analysis);
  const sentences = findFindings(analysis).map(wordFinding);
  const values = sentences.flatMap(({ parts }) =>
    parts.flatMap(({ name, text }) => (name === 'value' ? [text] : [])),
  );
  const fields = analysis.fields.map(({ name }) => name);
  return (
    <section aria-labelledby="results-summary" className="min-w-0">
      <h2 id="results-summary" className="sr-only">
        Summary
      </h2>
      {labels && <p className="mb-1.5 text-14 font-medium">{labels}</p>}
      <ul className="flex flex-col gap-1.5 text-14">
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
                <Part key={position} {...part} among={part.name === 'field' ? fields : values} />
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

/** `among`: the names of its kind in all sentences. */
function Part({ text, name, among }: Sentence['parts'][number] & { among: readonly string[] }) {
  if (!name) return text;
  if (name === 'count') return <span className="whitespace-nowrap">{text}</span>;
  const shown = shortName(text, LONGEST_NAME, among);
  return (
    <span className={cx(name === 'value' && 'font-semibold')} title={shown === text ? undefined : text}>
      {shown}
    </span>
  );
}
