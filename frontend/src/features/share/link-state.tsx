import { type ReactNode, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { DAY, SHARE_MS } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import type { SharedFigures } from '#contract/sharing.ts';
import {
  ANALYSES_KEY,
  createShare,
  endShare,
  fetchShare,
  isGone,
  keepShare,
  publishFigures,
  type ShareState,
} from '#frontend/api/analyses.ts';
import { formatLongDateTime } from '#frontend/lib/format-date.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { CopyButton } from '#frontend/ui/copy-button.tsx';
import { Fact, FactList } from '#frontend/ui/fact-list.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { FailedCall } from '#frontend/features/saved/login-required.tsx';

const SHARE_DAYS = SHARE_MS / DAY;

interface LinkStateProps {
  link: OwnShare;
  share: NonNullable<ShareState>;
  onUpdate(): void;
  onRenew(): void;
}

/** A valid link: its address after it was made, its end, its contents, and the number of times it was opened. */
export function LinkState({ link, share, onUpdate, onRenew }: LinkStateProps) {
  const { address, problem, isBusy } = link;
  const { expiresAt, opens } = share;
  return (
    <div className="flex flex-col gap-4">
      {address !== null && <NewAddress address={address} />}
      {problem && <Notice tone="error">{problem}</Notice>}
      <FactList>
        <Fact
          name="Ends"
          action={
            <Button size="small" disabled={isBusy} onClick={() => void link.keep(expiresAt !== null)}>
              {expiresAt === null ? `End in ${SHARE_DAYS} days` : 'Keep it'}
            </Button>
          }
        >
          {expiresAt === null ? (
            'When you end it'
          ) : (
            <>
              On <time dateTime={expiresAt}>{formatLongDateTime(new Date(expiresAt))}</time>, unless you keep
              it
            </>
          )}
        </Fact>
        <Fact name="Opened">{countNoun(opens, 'time')}, previews of messengers included</Fact>
        <Fact
          name="Shows"
          action={
            <Button size="small" disabled={isBusy} onClick={onUpdate}>
              Update
            </Button>
          }
        >
          {describeShown(share)}
        </Fact>
        {address === null && (
          <Fact
            name="Address"
            action={
              <Button size="small" disabled={isBusy} onClick={onRenew}>
                New link
              </Button>
            }
          >
            Was shown once, when the link was made. A new link replaces it.
          </Fact>
        )}
      </FactList>
    </div>
  );
}

function NewAddress({ address }: { address: string }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label="Address"
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1"
        />
        <CopyButton getText={() => address} className="min-h-control!" />
      </div>
      <p className="text-13 text-muted">
        Copy it now: it is shown this once. We keep no copy, only what is needed to recognise it.
      </p>
    </div>
  );
}

/** 'The figures of October 15, 2025 3:04 PM, with the name and without the note'. */
function describeShown({ publishedAt, showsName, showsNote }: LinkStateProps['share']): string {
  const date = formatLongDateTime(new Date(publishedAt));
  if (showsName === showsNote)
    return `The figures of ${date}, ${showsName ? 'with name and note' : 'without name and note'}`;
  return `The figures of ${date}, with the ${showsName ? 'name' : 'note'} only`;
}

const MADE_ELSEWHERE =
  'No second link was made: another tab or device has made this one in the meantime, and has shown its address.';

/** The read-only link of an analysis, and the actions of its owner. */
export function useShare(id: string) {
  const { mutate: mutateAny } = useSWRConfig();
  // The counter may have changed since the dialog was last open.
  const { data, error, isValidating, mutate } = useSWR([...ANALYSES_KEY, id, 'share'], () => fetchShare(id), {
    revalidateOnMount: true,
  });
  /** The address of a link that was just made. No later call returns it. */
  const [address, setAddress] = useState<string | null>(null);

  // A failed call has changed nothing.
  const { isBusy, problem, setProblem, run } = useAction(
    async (call: () => Promise<ShareState>) => {
      await mutate(call, { revalidate: false });
      void mutateAny(ANALYSES_KEY);
    },
    (failure): ReactNode => {
      // The link or the analysis is gone, so the state is fetched again.
      if (isGone(failure)) void mutate();
      return <FailedCall error={failure} />;
    },
  );

  return {
    /** Undefined until it is known, null without a link. */
    share: data,
    /** The failure of the request; undefined while another try runs. */
    error: isValidating ? undefined : (error as unknown),
    isBusy,
    problem,
    address,
    forgetProblem: () => setProblem(null),
    retry: () => void mutate(),
    create: (figures: SharedFigures, isKept: boolean) =>
      run(async () => {
        // A new link ends a link that another tab has made since, so the state is checked first.
        const other = data ? null : await fetchShare(id);
        if (other) {
          setProblem(MADE_ELSEWHERE);
          return other;
        }
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

type OwnShare = ReturnType<typeof useShare>;
