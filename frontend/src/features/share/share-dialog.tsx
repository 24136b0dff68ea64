import { type ComponentType, useMemo, useState } from 'react';
import { MIN_SHARED_LEADS } from '#contract/limits.ts';
import { OTHER_SMALL } from '#contract/sharing.ts';
import type { ShareState } from '#frontend/api/analyses.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { FailedCall } from '#frontend/features/saved/login-required.tsx';
import { addressInTeam } from '#frontend/lib/tab-team.ts';
import type { ResultsProps } from '#frontend/features/results/shown-results.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#frontend/ui/dialog.tsx';
import { Checkbox } from '#frontend/ui/field.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { LinkState, useShare } from './link-state.tsx';
import { SharedView } from './shared-analysis.tsx';
import { describeProblem, makeSnapshot, type SharedSource, type Snapshot } from './snapshot.ts';

export interface ShareDialogProps {
  id: string;
  source: PublishSource;
  /** Draws the results in the preview. */
  Results: ComponentType<ResultsProps>;
  /** True if the dialog asks first whether the link shall show the current figures. */
  isUpdate?: boolean;
  onClose(): void;
}

/** The owner is about to publish a first link, other figures behind the same link, or another link. */
type Publishing = 'create' | 'update' | 'renew';

const WORDS = {
  create: {
    title: 'Create a read-only link',
    description:
      'Anyone who has the address can read the figures below, without an account. The leads stay with you, and so does your e-mail address.',
    confirm: 'Create link',
    busy: 'Creating...',
  },
  update: {
    title: 'Publish the current figures?',
    description: 'The address stays the same. Its readers will see the figures below.',
    confirm: 'Publish',
    busy: 'Publishing...',
  },
  renew: {
    title: 'Replace the link?',
    description: 'The address that works now ends at once. The new one shows the figures below.',
    confirm: 'Create new link',
    busy: 'Creating...',
  },
} as const satisfies Record<Publishing, object>;

/** A preview of the read-only link before there is one, and its state afterwards. */
export function ShareDialog({ id, source, Results, isUpdate, onClose }: ShareDialogProps) {
  const link = useShare(id);
  const { share, error, isBusy, problem } = link;
  const [chosen, setChosen] = useState<Publishing | null>(isUpdate ? 'update' : null);
  const [isEnding, setEnding] = useState(false);
  const publishing = share === null ? 'create' : chosen;
  const form = usePublishForm(source, share ?? null);
  const dialog = { onClose, isBusy };
  const choose = (next: Publishing | null) => {
    link.forgetProblem();
    setChosen(next);
  };
  const publish = async () => {
    const isDone =
      publishing === 'update'
        ? await link.publish(form.snapshot.figures)
        : await link.create(form.snapshot.figures, share?.expiresAt === null);
    if (isDone) setChosen(null);
  };

  if (share === undefined)
    return (
      <Dialog {...dialog} title="Read-only link">
        {error === undefined ? (
          <SkeletonLines label="Loading..." lines={4} />
        ) : (
          <div className="flex flex-col items-start gap-4">
            <Notice tone="error">
              <FailedCall error={error} />
            </Notice>
            <Button onClick={link.retry}>Try Again</Button>
          </div>
        )}
      </Dialog>
    );
  if (publishing)
    return (
      <Dialog
        {...dialog}
        size="page"
        title={WORDS[publishing].title}
        description={WORDS[publishing].description}
        footer={
          <>
            {problem && (
              <p role="alert" className="mr-auto min-w-0 self-center text-14 text-down">
                {problem}
              </p>
            )}
            <Button onClick={() => (share ? choose(null) : onClose())} disabled={isBusy}>
              {share ? 'Back' : 'Cancel'}
            </Button>
            <Button
              variant="primary"
              disabled={isBusy || form.problem !== null}
              onClick={() => void publish()}
            >
              {isBusy ? WORDS[publishing].busy : WORDS[publishing].confirm}
            </Button>
          </>
        }
      >
        <PublishForm id={id} form={form} source={source} Results={Results} />
      </Dialog>
    );
  if (!share) return null;
  return (
    <Dialog
      {...dialog}
      size="wide"
      title="Read-only link"
      description="Anyone who has the address can read its figures, without an account."
      footer={
        <>
          <Button onClick={() => setEnding(true)} disabled={isBusy} className="mr-auto">
            End link
          </Button>
          <Button variant="primary" onClick={onClose} disabled={isBusy}>
            Done
          </Button>
        </>
      }
    >
      <LinkState
        link={link}
        share={share}
        onUpdate={() => choose('update')}
        onRenew={() => choose('renew')}
      />
      <ConfirmDialog
        open={isEnding}
        onClose={() => setEnding(false)}
        title="End this link?"
        description="Its address stops working at once, for everyone. The analysis stays as it is."
        confirmLabel="End link"
        onConfirm={() => {
          setEnding(false);
          void link.end();
        }}
      />
    </Dialog>
  );
}

/** The analysis as its owner sees it, with the texts that the link may show. */
type PublishSource = Omit<SharedSource, 'name' | 'note'> & { name: string; note: string };

/** The owner's choices, and the resulting snapshot. */
function usePublishForm(source: PublishSource, share: ShareState) {
  const { measurement, combinations, settings, context, stageFigures, name, note } = source;
  const [chosen, setChosen] = useState<{ name?: boolean; note?: boolean }>({});
  const [now] = useState(() => new Date());
  const showsName = name !== '' && (chosen.name ?? share?.showsName ?? false);
  const showsNote = note !== '' && (chosen.note ?? share?.showsNote ?? false);
  const snapshot = useMemo(
    () =>
      makeSnapshot({
        measurement,
        combinations,
        settings,
        context,
        stageFigures,
        name: showsName ? name : null,
        note: showsNote ? note : null,
      }),
    [measurement, combinations, settings, context, stageFigures, name, note, showsName, showsNote],
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

interface PublishFormProps extends Pick<ShareDialogProps, 'id' | 'source' | 'Results'> {
  form: ReturnType<typeof usePublishForm>;
}

/** The choices of a link, the parts that it leaves out, and a preview of its page. */
function PublishForm({ id, source, form, Results }: PublishFormProps) {
  const { snapshot, problem, now, showsName, showsNote, choose } = form;
  return (
    <div className="flex flex-col gap-4">
      {problem !== null && (
        <Notice
          tone="error"
          title="These figures cannot be shared yet"
          action={
            <Link
              to={addressInTeam(`/?loadAnalysis=${encodeURIComponent(id)}`)}
              className="font-medium underline"
            >
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
          <SharedView figures={snapshot.figures} publishedAt={now} Results={Results} isPreview />
        </div>
      </section>
    </div>
  );
}

/** Names the values that the link does not show by name, with the reason. */
function Folded({ snapshot: { folded, hiddenPairs } }: { snapshot: Snapshot }) {
  const rule = `Values under ${MIN_SHARED_LEADS} leads are shown together as “${OTHER_SMALL}”`;
  const hidden =
    hiddenPairs > 0 &&
    `${countNoun(hiddenPairs, 'tested pair')} left out, whose counts would tell how many leads a small group has. Rules and labels stay as you see them.`;
  if (folded.length === 0)
    return (
      <p className="text-13 text-muted">
        {rule}; here there are none. {hidden}
      </p>
    );
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
      {hidden && <p>{hidden}</p>}
    </Notice>
  );
}
