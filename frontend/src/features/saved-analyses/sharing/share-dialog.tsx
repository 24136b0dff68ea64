import { useState, type ReactNode } from 'react';
import { isUnauthorized } from '#frontend/api/client.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#frontend/ui/dialog.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import type { ShownWork } from '#frontend/thread/work.ts';
import { LoggedOut } from '../login-required.tsx';
import { LinkState, describeFailure, useShare } from './link-state.tsx';
import { PublishForm, usePublishForm, type PublishSource } from './publish-form.tsx';

export interface ShareDialogProps {
  id: string;
  source: PublishSource;
  renderResults(shown: ShownWork): ReactNode;
  /** Begins with the question whether the link shall show the current figures. */
  isUpdate?: boolean;
  onClose(): void;
}

/** What the owner is about to publish: a first link, other figures behind the same link, or another link. */
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

/** Shows what a read-only link will show before there is one, and afterwards its state. */
export function ShareDialog({ id, source, renderResults, isUpdate, onClose }: ShareDialogProps) {
  const link = useShare(id);
  const { share, error, isBusy, problem } = link;
  const [chosen, setChosen] = useState<Publishing | null>(isUpdate ? 'update' : null);
  const [isEnding, setEnding] = useState(false);
  const publishing = share === null ? 'create' : chosen;
  const form = usePublishForm(source, share ?? null);
  const close = (open: boolean) => {
    if (!open && !isBusy) onClose();
  };
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
      <Dialog open onOpenChange={close} title="Read-only link">
        {error === undefined ? (
          <SkeletonLines label="Loading..." lines={4} />
        ) : (
          <div className="flex flex-col items-start gap-4">
            {isUnauthorized(error) ? (
              <LoggedOut>and try again.</LoggedOut>
            ) : (
              <Notice tone="error">{describeFailure(error)}</Notice>
            )}
            <Button onClick={link.retry}>Try Again</Button>
          </div>
        )}
      </Dialog>
    );
  if (publishing)
    return (
      <Dialog
        open
        onOpenChange={close}
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
            <Button onClick={() => (share ? choose(null) : close(false))} disabled={isBusy}>
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
        <PublishForm id={id} form={form} source={source} renderResults={renderResults} />
      </Dialog>
    );
  if (!share) return null;
  return (
    <Dialog
      open
      onOpenChange={close}
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
        onOpenChange={setEnding}
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
