import { useState } from 'react';
import type { ListedPush, PushRecord } from '#contract/push-answers.ts';
import type { RuleKind } from '#contract/platforms.ts';
import { isUnauthorized } from '#frontend/api/client.ts';
import { undoPush } from '#frontend/api/pushes.ts';
import { useForgetUser } from '#frontend/api/user.ts';
import { formatDateTime } from '#frontend/lib/format-date.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { PushFailure } from './push-failure.tsx';

interface UndoButtonProps {
  kind: RuleKind;
  platformName: string;
  push: ListedPush;
  onUndone(push: PushRecord): void;
  /** The dialog has closed, and the button has gone. */
  onEnded(): void;
  /** Reads the pushes again after a failure. */
  onLook(): void;
}

/** Restores the effect before a push, once the visitor has confirmed it. Nothing for a push that cannot be undone. */
export function UndoButton({ kind, platformName, push, onUndone, onEnded, onLook }: UndoButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const forgetUser = useForgetUser();
  const { isBusy, problem, setProblem, run } = useAction(
    async () => onUndone(await undoPush(push.id)),
    (error: unknown) => {
      if (!isUnauthorized(error)) return { error };
      forgetUser();
      return null;
    },
  );
  if (!push.canUndo && !problem) return null;
  const confirm = async () => {
    const isUndone = await run();
    setAsked(false);
    // The closing dialog first returns the focus to the button, which is gone by then.
    if (isUndone) setTimeout(onEnded);
  };
  return (
    <>
      <Button
        size="small"
        className="my-1"
        onClick={() => {
          setProblem(null);
          setAsked(true);
        }}
      >
        Undo <span className="sr-only">the push of {formatDateTime(new Date(push.createdAt))}</span>
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Undo this push?"
        description={`Our rules in ${push.account.name} get back the effect that they had before it: conditions, figures, order and state. Other rules stay as they are. It stops if somebody has changed ours since.`}
        confirmLabel={isBusy ? 'Undoing...' : 'Undo the push'}
        tone="primary"
        isBusy={isBusy}
        onConfirm={() => void confirm()}
      />
      {problem && (
        <div className="mb-3 w-full">
          <PushFailure
            {...{ kind, platformName }}
            error={problem.error}
            at="undo"
            onRetry={() => {
              setProblem(null);
              onLook();
            }}
          />
        </div>
      )}
    </>
  );
}
