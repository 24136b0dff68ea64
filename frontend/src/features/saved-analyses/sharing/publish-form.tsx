import { useMemo, useState, type ReactNode } from 'react';
import { MIN_SHARED_LEADS } from '#contract/limits.ts';
import { OTHER_SMALL } from '#contract/sharing.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { Checkbox } from '#frontend/ui/field.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import type { ShareState } from '#frontend/api/analyses.ts';
import type { ShownWork } from '#frontend/thread/work.ts';
import { SharedView } from './shared-analysis.tsx';
import { describeProblem, makeSnapshot, type SharedSource, type Snapshot } from './snapshot.ts';

/** The analysis as its owner sees it, with the texts that may be shown. */
export type PublishSource = Omit<SharedSource, 'name' | 'note'> & { name: string; note: string };

/** What the owner chooses, and what comes of it. */
export function usePublishForm(source: PublishSource, share: ShareState) {
  const { measurement, settings, context, name, note } = source;
  const [chosen, setChosen] = useState<{ name?: boolean; note?: boolean }>({});
  const [now] = useState(() => new Date());
  const showsName = name !== '' && (chosen.name ?? share?.showsName ?? false);
  const showsNote = note !== '' && (chosen.note ?? share?.showsNote ?? false);
  const snapshot = useMemo(
    () =>
      makeSnapshot({
        measurement,
        settings,
        context,
        name: showsName ? name : null,
        note: showsNote ? note : null,
      }),
    [measurement, settings, context, name, note, showsName, showsNote],
  );
  const problem = useMemo(() => describeProblem(snapshot.figures), [snapshot]);
  return {
    snapshot,
    problem,
    now,
    showsName,
    showsNote,
    choose: (part: { name?: boolean; note?: boolean }) => setChosen({ ...chosen, ...part }),
  };
}

export interface PublishFormProps {
  id: string;
  source: PublishSource;
  form: ReturnType<typeof usePublishForm>;
  renderResults(shown: ShownWork): ReactNode;
}

/** The choices of a link, what it leaves out, and the page as it will be. */
export function PublishForm({ id, source, form, renderResults }: PublishFormProps) {
  const { snapshot, problem, now, showsName, showsNote, choose } = form;
  return (
    <div className="flex flex-col gap-4">
      {problem !== null && (
        <Notice
          tone="error"
          title="These figures cannot be shared yet"
          action={
            <Link to={`/?loadAnalysis=${encodeURIComponent(id)}`} className="font-medium underline">
              Edit analysis
            </Link>
          }
        >
          {problem}
        </Notice>
      )}
      <div className="flex flex-col gap-1">
        {source.name !== '' && (
          <Checkbox
            label="Show the name"
            checked={showsName}
            onChange={(name) => choose({ name })}
            className="items-start coarse:py-3"
          >
            <span className="-mt-px min-w-0 wrap-anywhere">
              Show the name <span className="text-muted">“{source.name}”</span>
            </span>
          </Checkbox>
        )}
        {source.note !== '' && (
          <Checkbox label="Show the note" checked={showsNote} onChange={(note) => choose({ note })} />
        )}
      </div>
      <Folded snapshot={snapshot} />
      <section aria-label="Preview" className="flex flex-col gap-2">
        <p aria-hidden className="text-13 font-medium">
          Preview: the page as its readers see it
        </p>
        <div className="flex flex-col overflow-clip rounded-surface border border-control bg-canvas">
          <SharedView figures={snapshot.figures} publishedAt={now} renderResults={renderResults} isPreview />
        </div>
      </section>
    </div>
  );
}

/** Says which values the link does not show by name, and why. */
function Folded({ snapshot: { folded, hiddenPairs } }: { snapshot: Snapshot }) {
  const rule = `Values under ${MIN_SHARED_LEADS} leads are shown together as “${OTHER_SMALL}”`;
  if (folded.length === 0) return <p className="text-13 text-muted">{rule}; here there are none.</p>;
  return (
    <Notice tone="info" title={`${rule}, and their pairs are left out`}>
      <ul>
        {folded.map(({ field, small, larger }) => (
          <li key={field}>
            {field}: {countNoun(small, 'value')}
            {larger.length > 0 &&
              `, with ${larger.map((value) => `“${value}”`).join(', ')} added, so that the total does not give away ${small === 1 ? 'its' : 'their'} few leads`}
          </li>
        ))}
      </ul>
      {hiddenPairs > 0 && (
        <p>
          {countNoun(hiddenPairs, 'tested pair')} left out. Where a correlation is among them, the rule of the
          other value is not reduced for it.
        </p>
      )}
    </Notice>
  );
}
