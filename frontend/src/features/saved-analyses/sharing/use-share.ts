import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { SharedFigures } from '#contract/sharing.ts';
import { PAGES } from '#contract/pages.ts';
import {
  ANALYSES_KEY,
  createShare,
  endShare,
  fetchShare,
  keepShare,
  publishFigures,
  type ShareState,
} from '#frontend/api/analyses.ts';
import { ApiError, isUnauthorized } from '#frontend/api/client.ts';

const FAILED = 'This did not work just now. Please try again.';

/** The read-only link of an analysis, and all that its owner can do with it. */
export function useShare(id: string) {
  const { mutate: mutateAny } = useSWRConfig();
  // The counter may have changed since the dialog was last open.
  const { data, error, isValidating, mutate } = useSWR([...ANALYSES_KEY, id, 'share'], () => fetchShare(id), {
    revalidateOnMount: true,
  });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** The address of a link that has just been made. No later call can give it. */
  const [address, setAddress] = useState<string | null>(null);

  /** True where the call succeeded; otherwise there is a problem, and nothing has changed. */
  const run = async (call: () => Promise<ShareState>): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      await mutate(call, { revalidate: false });
      void mutateAny(ANALYSES_KEY);
      return true;
    } catch (failure) {
      setProblem(describeFailure(failure));
      // The link, or the analysis, is gone.
      if (failure instanceof ApiError && failure.status === 404) void mutate();
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    /** Undefined while it is not known, null where there is no link. */
    share: data,
    /** Why it could not be asked for; undefined while another try runs. */
    error: isValidating ? undefined : (error as unknown),
    isBusy,
    problem,
    address,
    forgetProblem: () => setProblem(null),
    retry: () => void mutate(),
    create: (figures: SharedFigures, isKept: boolean) =>
      run(async () => {
        const { token, share } = await createShare(id, { isKept, figures });
        setAddress(`${location.origin}${PAGES.shared.path}#${token}`);
        return share;
      }),
    publish: (figures: SharedFigures) => run(() => publishFigures(id, figures)),
    keep: (isKept: boolean) => run(() => keepShare(id, isKept)),
    end: () =>
      run(async () => {
        await endShare(id);
        setAddress(null);
        return null;
      }),
  };
}

export type OwnShare = ReturnType<typeof useShare>;

export function describeFailure(error: unknown): string {
  if (isUnauthorized(error)) return 'You are logged out. Please log in again to share this analysis.';
  return (error instanceof ApiError ? error.reason : null) ?? FAILED;
}
