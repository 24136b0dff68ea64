import type { ListedChoices } from '#contract/answers.ts';
import type { AnalysisContext } from '#frontend/analysis/counts/analysis-context.ts';
import { describeRange } from '#frontend/analysis/counts/binning.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount } from '#frontend/lib/format.ts';

const SHOWN_VALUES = 3;
const SHOWN_RANGES = 4;

interface ChoicesTextProps {
  choices: ListedChoices;
  /** The leads that the results count, where that needs saying. */
  results?: string;
  className?: string;
}

/** The main choices of an analysis: status column, converted values, and attributes with their ranges. */
export function ChoicesText({ choices, results, className }: ChoicesTextProps) {
  const { statusColumn, qualifiedValues, attributes } = choices;
  return (
    <dl className={cx('flex flex-wrap gap-x-6 gap-y-1 text-13', className)}>
      <ChoiceText name="Status column" text={statusColumn} />
      <ChoiceText
        name="Converted"
        text={nameFirst(qualifiedValues, SHOWN_VALUES)}
        whole={nameFirst(qualifiedValues)}
      />
      <ChoiceText
        name={attributes.length === 1 ? 'Attribute' : 'Attributes'}
        text={attributes.map((attribute) => nameAttribute(attribute, SHOWN_RANGES)).join('; ')}
        whole={attributes.map((attribute) => nameAttribute(attribute)).join('; ')}
      />
      {results && <ChoiceText name="Results" text={results} />}
    </dl>
  );
}

/** The choices of an opened analysis. */
export function listChoices({ statusColumn, qualifiedValues, attributes }: AnalysisContext): ListedChoices {
  return {
    statusColumn,
    qualifiedValues: { first: [...qualifiedValues], count: qualifiedValues.length },
    attributes: attributes.map(({ field, ranges }) => ({
      field,
      ranges: ranges && { first: [...ranges], count: ranges.length },
    })),
  };
}

/** `whole` is the title of a shortened text. */
function ChoiceText({ name, text, whole = text }: { name: string; text: string; whole?: string }) {
  const isShort = text !== whole;
  return (
    // A shortened text lies above the link of the row, so that its title can be shown.
    <div className={cx('flex max-w-full min-w-0 gap-1.5', isShort && 'relative')}>
      <dt className="shrink-0 text-faint">{name}</dt>
      <dd className="line-clamp-2 wrap-anywhere text-muted" title={isShort ? whole : undefined}>
        {text}
      </dd>
    </div>
  );
}

function nameAttribute({ field, ranges }: ListedChoices['attributes'][number], most?: number): string {
  if (!ranges) return field;
  return `${field} (${nameFirst({ ...ranges, first: ranges.first.map(describeRange) }, most)})`;
}

/** 'Won, Sold and 5 more'. */
function nameFirst({ first, count }: ListedChoices['qualifiedValues'], most = Infinity): string {
  const shown = first.slice(0, most);
  const rest = count - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`;
}
