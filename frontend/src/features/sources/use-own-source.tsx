import { useState, type ReactNode } from 'react';
import type { Schedule, SheetSpec } from '#contract/sources.ts';
import { isGone } from '#frontend/api/analyses.ts';
import { CallFailure } from '#frontend/api/client.ts';
import { useSourceCalls } from '#frontend/api/sources.ts';
import { FailedCall } from '#frontend/features/saved/login-required.tsx';
import { useAction } from '#frontend/ui/use-action.ts';

const CONFLICT = 409;

/** The actions of the owner of a source. One runs at a time, and a failed one changes nothing. */
export function useOwnSource(id: string) {
  const calls = useSourceCalls(id);
  /** The token that was just made. No later call returns it. */
  const [token, setToken] = useState<string | null>(null);
  const { isBusy, problem, run } = useAction(
    (call: () => Promise<unknown>) => call(),
    (error): ReactNode => {
      // The source has changed in another tab or on another device.
      if (isGone(error) || (error instanceof CallFailure && error.status === CONFLICT)) calls.askAgain();
      return <FailedCall error={error} />;
    },
  );
  return {
    token,
    isBusy,
    problem,
    forgetToken: () => setToken(null),
    startInbox: () => run(async () => setToken((await calls.startInbox()).token)),
    startSheet: (sheet: SheetSpec, schedule: Schedule) => run(() => calls.startSheet(sheet, schedule)),
    reschedule: (schedule: Schedule) => run(() => calls.reschedule(schedule)),
    runNow: () => run(calls.runNow),
    renew: () => run(async () => setToken((await calls.renew()).token)),
    pause: () => run(calls.pause),
    resume: () => run(calls.resume),
    end: () =>
      run(async () => {
        await calls.end();
        setToken(null);
      }),
    askVersions: calls.askVersions,
    markEntered: (number: number) => run(() => calls.markEntered(number)),
  };
}

export type OwnSource = ReturnType<typeof useOwnSource>;
