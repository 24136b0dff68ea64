import { OVERLAP_FACTOR } from '#frontend/analysis/constants.ts';
import type { ValueRule } from '#frontend/analysis/judge/value-rules.ts';
import { formatConfidence } from '#frontend/lib/format.ts';
import type { ToEnterOf } from '#frontend/analysis/platforms/to-enter.ts';
import { listToEnter, NOTHING_TO_ENTER } from '#frontend/features/platforms/to-enter-words.ts';
import { type Column, downloadColumn, wideOnly } from '#frontend/features/results/columns.tsx';

/** The line above the table. */
export const NOT_WHAT_TO_TYPE = `Suggested rules were each measured alone, are cut by ${formatConfidence(1 - OVERLAP_FACTOR)} where values overlap, and are not what to type.`;

const PLANNING = '…';

/** The multipliers that the plans enter for the value, in parts; null while the plans are made. */
const partsOf = ({ segment }: ValueRule, toEnterOf: ToEnterOf): readonly string[] | null => {
  const entered = toEnterOf(segment);
  return entered && listToEnter(entered);
};

/** The last column: the figures that the plans of the platforms enter. In files it is empty while they are made. */
export function toEnterColumn(toEnterOf: ToEnterOf): Column<ValueRule> {
  return {
    ...downloadColumn<ValueRule>('To Enter', (rule) => partsOf(rule, toEnterOf)?.join(' · ') ?? ''),
    key: 'toEnter',
    meaning:
      'The figure to type for each platform, from its plan in Apply: what the leads that get this rule there are worth. Meta takes it as a change of the bid: 0.70x is -30%. “In 2 rules”: only together with a value of another attribute. A dash: no plan enters it. All rules of a platform, also pairs, are in Apply.',
    isCopied: true,
    screen: {
      width: wideOnly(128),
      cell: (rule) => <ToEnterFigures parts={partsOf(rule, toEnterOf)} />,
    },
  };
}

interface ToEnterLineProps {
  rule: ValueRule;
  toEnterOf: ToEnterOf;
  /** The platforms that take the value; null until they are known. */
  places: readonly string[] | null;
}

/**
 * On narrow screens, which have no such column: below the suggested rule. A row that platforms take keeps its line, so that the rows
 * below it and the buttons stay where they are once the figures come; one that none takes never has it.
 */
export function ToEnterLine({ rule, toEnterOf, places }: ToEnterLineProps) {
  const parts = partsOf(rule, toEnterOf);
  const isEntered = parts !== null && parts[0] !== NOTHING_TO_ENTER;
  if (!isEntered && (places?.length === 0 || !rule.isSignificant)) return null;
  return (
    <p className="flex flex-wrap gap-x-1 text-13">
      <span className="text-muted">To Enter</span> <ToEnterFigures parts={parts} />
    </p>
  );
}

function ToEnterFigures({ parts }: { parts: readonly string[] | null }) {
  if (parts === null) return <span title="The plans are being made">{PLANNING}</span>;
  if (parts[0] === NOTHING_TO_ENTER) return <span className="text-faint">{NOTHING_TO_ENTER}</span>;
  return (
    <span className="flex flex-col font-medium tabular-nums md:leading-[1.125rem] max-md:flex-row max-md:flex-wrap max-md:gap-x-1">
      {parts.map((figure, index) => (
        <span key={figure} className="whitespace-normal">
          {index > 0 && <span className="text-faint max-md:inline md:sr-only">· </span>}
          {figure}
        </span>
      ))}
    </span>
  );
}
