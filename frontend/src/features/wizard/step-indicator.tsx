import { cx } from '#frontend/lib/class-names.ts';
import { Glyph } from '#frontend/ui/glyphs.tsx';
import { countNoun, shortText } from '#frontend/lib/format.ts';
import { useConvertedValues } from './thread-answers.tsx';
import type { OpenWizard } from './use-workflow.ts';
import type { Step } from './wizard-step.ts';
import { canVisit, chosenAttributes, hasColumns, headerOf } from './workflow-selectors.ts';
import { isOpen, type WizardState } from './workflow-state.ts';

const STEPS: readonly Step[] = [1, 2, 3, 4];

/** The four steps in a line, with the choices of the completed steps and links back to them. */
export function StepIndicator({ workflow }: { workflow: OpenWizard }) {
  const { state, at, goTo } = workflow;
  const converted = useConvertedValues(workflow);
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-4 gap-x-1 sm:gap-x-3">
        {STEPS.map((step) => (
          <li key={step} className="min-w-0">
            <StepMark
              step={step}
              hint={!state.file && HINTS[step]}
              summary={step === at.step ? null : summariseStep(workflow, step, converted)}
              isCurrent={step === at.step}
              hasWords={at.step !== 4}
              onVisit={step !== 4 && step !== at.step && canVisit(state, step) ? () => goTo(step) : undefined}
            />
          </li>
        ))}
      </ol>
      {/* On a small screen these texts are below the steps, except above the results, which need the room. */}
      <p
        aria-hidden
        className={cx('flex items-baseline justify-between gap-4 sm:hidden', at.step === 4 && 'hidden')}
      >
        <span className="shrink-0 text-13 font-medium">{STEP_TITLES[at.step]}</span>
        <span className="truncate text-12 text-muted">
          {STEPS.filter((step) => step > 1 && step < at.step)
            .map((step) => summariseStep(workflow, step, converted))
            .filter((summary) => summary !== null)
            .join(' · ') ||
            (!state.file && 'then columns, values and results')}
        </span>
      </p>
    </nav>
  );
}

interface StepMarkProps {
  step: Step;
  summary: string | null;
  /** The purpose of the step, where nothing is chosen yet. */
  hint?: string | false;
  isCurrent: boolean;
  /** False where the bar above has the choices. */
  hasWords: boolean;
  onVisit?: () => void;
}

function StepMark({ step, summary, hint, isCurrent, hasWords, onVisit }: StepMarkProps) {
  const content = (
    <>
      <span className="flex items-center gap-2">
        <span
          aria-hidden
          className={cx(
            'w-4 shrink-0 text-13 font-semibold tabular-nums',
            isCurrent ? 'text-accent' : summary ? 'text-text' : 'text-faint',
          )}
        >
          {summary ? <Glyph name="check" className="size-4" /> : step}
        </span>
        <span
          className={cx(
            'truncate text-13 font-medium max-sm:sr-only',
            isCurrent || onVisit ? 'text-text' : 'text-faint',
          )}
        >
          {STEP_TITLES[step]}
        </span>
      </span>
      {summary && hasWords ? (
        <span className="block truncate pl-6 text-12 text-muted max-sm:sr-only" title={summary}>
          {summary}
        </span>
      ) : (
        hint && <span className="block pl-6 text-12 text-muted max-lg:sr-only">{hint}</span>
      )}
    </>
  );
  const look = cx(
    // The height includes the line with the choices, which may appear later.
    'flex h-full min-h-9 w-full flex-col border-t-2 pt-2 pb-1 text-left',
    hasWords && 'sm:min-h-13',
    isCurrent ? 'border-accent' : summary ? 'border-control' : 'border-hairline',
  );
  if (!onVisit)
    return (
      <div aria-current={isCurrent ? 'step' : undefined} className={look}>
        {content}
      </div>
    );
  return (
    <>
      <button
        type="button"
        onClick={onVisit}
        className={cx(look, 'transition-colors hover:border-accent', !hasWords && 'max-sm:hidden')}
      >
        {content}
      </button>
      {/* On a small screen the marks above the results have no names, and 'Change' and 'Back' lead to the steps. */}
      {!hasWords && <div className={cx(look, 'sm:hidden')}>{content}</div>}
    </>
  );
}

const MAX_NAMED_VALUES = 2;
/** A longer name in a summary is cut in its middle, so that its end stays in view. */
const NAME_LENGTH = 20;
const FILE_NAME_LENGTH = 36;

const STEP_TITLES: Record<Step, string> = {
  1: 'Upload',
  2: 'Select Columns',
  3: 'Map Values',
  4: 'Results',
};

/** Shown while no file is open: the page has one list of the steps. */
const HINTS: Record<Step, string> = {
  1: 'Your leads as CSV or Excel',
  2: 'The status, and what to compare leads by',
  3: 'The statuses that count as converted',
  4: 'Value rules and lead values',
};

function summariseColumns(state: WizardState): string | null {
  if (!isOpen(state) || !hasColumns(state) || state.statusColumn === null) return null;
  const attributes = chosenAttributes(state).length;
  return `Status: ${shortText(headerOf(state, state.statusColumn), NAME_LENGTH)} · ${countNoun(attributes, 'attribute')}`;
}

function summariseValues(converted: readonly string[] | null): string | null {
  if (!converted || converted.length === 0) return null;
  return `Converted: ${converted.length > MAX_NAMED_VALUES ? `${converted.length} values` : converted.join(', ')}`;
}

/**
 * The choices of a completed step in a few words; null for a step that is not complete.
 *
 * @param converted the status values in the file that count as converted; null while they are not known
 * @internal
 */
export function summariseStep(
  { state, at }: Pick<OpenWizard, 'state' | 'at'>,
  step: Step,
  converted: readonly string[] | null,
): string | null {
  switch (step) {
    case 1:
      return state.file && shortText(state.file.fileName, FILE_NAME_LENGTH);
    case 2:
      return canVisit(state, 3) ? summariseColumns(state) : null;
    case 3:
      return at.step === 4 ? summariseValues(converted) : null;
    case 4:
      return null;
  }
}
