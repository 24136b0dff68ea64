import { Button } from '#frontend/ui/button.tsx';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import { listNames } from '#frontend/lib/cut-name.ts';
import { chosenAttributes, headerOf } from './workflow-selectors.ts';
import type { Workflow } from './use-workflow.ts';

const MOST_NAMES = 3;

/** A line above the results with the choices that were proposed and not yet confirmed, each with a link to its step. */
export function Guesses({ workflow }: { workflow: Workflow }) {
  const { state, dispatch, goTo } = workflow;
  const { statusColumn, isStatusGuessed, guessed } = state;
  if (guessed.size === 0 || statusColumn === null) return null;
  const attributes = chosenAttributes(state).map((column) => headerOf(state, column));
  const all = [
    { part: 'status', is: isStatusGuessed, names: [headerOf(state, statusColumn)], go: () => goTo(2) },
    {
      part: 'converted',
      is: guessed.has('converted'),
      names: [...qualifiedValues(state)],
      go: () => goTo(3, 0),
    },
    { part: 'columns', is: guessed.has('columns'), names: attributes, go: () => goTo(2) },
    {
      part: 'value',
      is: guessed.has('amounts') && state.valueColumn !== null,
      names: [headerOf(state, state.valueColumn ?? 0)],
      go: () => goTo(2),
    },
  ] as const;
  const parts = all.filter(({ is }) => is);
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-13 text-muted max-sm:gap-x-1">
      Guessed:
      {parts.map(({ part, names, go }, at) => (
        <span key={part} className="min-w-0">
          <button
            type="button"
            className="rounded-control font-medium text-accent underline-offset-2 hover:underline"
            onClick={go}
          >
            {part}
          </button>
          {/* The bar above has the names. */}
          <span className="sr-only"> ({listNames(names, MOST_NAMES)})</span>
          {at < parts.length - 1 && ','}
        </span>
      ))}
      <span aria-hidden className="max-sm:hidden">
        ·
      </span>
      <Button
        size="small"
        variant="ghost"
        onClick={() =>
          dispatch({ type: 'guessesConfirmed', parts: ['status', 'converted', 'columns', 'amounts'] })
        }
      >
        Confirm
      </Button>
    </p>
  );
}
