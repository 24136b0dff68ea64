import { Button } from '#frontend/ui/button.tsx';
import { countNoun } from './upload/intake-text.ts';
import { chosenAttributes, headerOf } from './workflow-selectors.ts';
import type { WorkflowState } from './workflow-state.ts';

/** From step 2 on: the file and the chosen columns, and the way to another file. */
export function SubBar({ state, onReplace }: { state: WorkflowState; onReplace(): void }) {
  const { file, statusColumn } = state;
  if (!file) return null;
  return (
    <section aria-label="Your data" className="border-b border-hairline bg-surface print:hidden">
      <div className="mx-auto flex min-h-10 w-full max-w-results items-center gap-4 coarse:min-h-11 px-4 sm:px-6">
        <p className="truncate text-13 font-medium max-sm:flex-1 sm:max-w-72" title={file.fileName}>
          {file.fileName}
        </p>
        <p className="shrink-0 text-13 text-muted tabular-nums max-sm:hidden">
          {countNoun(file.rowCount, 'lead')}
        </p>
        <ul className="flex min-w-0 flex-1 gap-1.5 overflow-hidden max-sm:hidden" aria-label="Chosen columns">
          {statusColumn !== null && <Chip kind="Status" header={headerOf(state, statusColumn)} />}
          {chosenAttributes(state).map((column) => (
            <Chip key={column} header={headerOf(state, column)} />
          ))}
        </ul>
        <Button variant="ghost" size="small" className="-mr-2.5" onClick={onReplace}>
          Use Different Data
        </Button>
      </div>
    </section>
  );
}

function Chip({ kind, header }: { kind?: string; header: string }) {
  return (
    <li
      className="max-w-48 min-w-0 truncate rounded-full bg-sunken px-2 py-0.5 text-12 text-muted"
      title={header}
    >
      {kind && <span className="text-faint">{kind}: </span>}
      {header}
    </li>
  );
}
