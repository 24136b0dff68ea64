import { useState } from 'react';
import { CircleCheck } from 'lucide-react';
import type { BrowserFinding, Checked, ConnectionCheck, Turn } from '#contract/connection-checks.ts';
import type { ConnectionKind } from '#contract/platforms.ts';
import type { AccountReference } from '#contract/pushes.ts';
import { isUnauthorized } from '#frontend/api/client.ts';
import { useCheck } from '#frontend/api/connections.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { hasCode } from '#frontend/api/pushes.ts';
import { useForgetUser } from '#frontend/api/user.ts';
import { formatDateTime } from '#frontend/lib/format-date.ts';
import { startSender } from '#frontend/threads/sends/send-client.ts';
import type { SendProblem } from '#frontend/threads/sends/send-failure.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { searchOfAccount, UnreadAccounts, TypedAccount } from './typed-account.tsx';

/** The accounts from which the visitor has to choose. */
type Choice = Pick<Checked, 'accounts' | 'unread'>;

const NO_CHOICE: Choice = { accounts: [], unread: 0 };

/** This browser could not find out whether it can send. */
class NoFinding extends Error {
  readonly problem: SendProblem;

  constructor(problem: SendProblem) {
    super(problem);
    this.problem = problem;
  }
}

const ENDED =
  'Its service says that the permission is over, so the connection has ended. Please connect again.';
const NO_ANSWER = 'Google didn’t answer as expected. Please try again in a moment.';

/** A check of a connection, and what came of it. `onEnded` is called once the connection is gone. */
export function useChecking(kind: ConnectionKind, onEnded: () => void) {
  const [choice, setChoice] = useState(NO_CHOICE);
  const check = useCheck();
  const forgetUser = useForgetUser();
  const { isBusy, problem, run } = useAction<[AccountReference?], string | null>(
    async (account) => {
      const found = kind === 'google-values' ? await lookFromHere() : undefined;
      const checked = await check(kind, { found, account: account && { id: account.id, via: account.via } });
      if (!account) setChoice(checked);
    },
    (error) => {
      if (isUnauthorized(error) || (error instanceof NoFinding && error.problem === 'signed-out')) {
        forgetUser();
        return null;
      }
      if (error instanceof NoFinding)
        return error.problem === 'unavailable' ? NO_ANSWER : describeFailure(error);
      if (!hasCode(error, 'DISCONNECTED')) return describeFailure(error);
      setTimeout(onEnded); // the button that has the focus goes first
      return ENDED;
    },
  );
  return { isBusy, problem, run, choice };
}

/** Values are sent by the browser, so it is the browser that has to reach Google. */
async function lookFromHere(): Promise<BrowserFinding> {
  const sender = startSender();
  try {
    const answer = await sender.check();
    if (answer.ok) return answer.value;
    throw new NoFinding(answer.error.problem);
  } finally {
    sender.close();
  }
}

const TURNS: Readonly<Record<Turn, string>> = {
  operator: 'The check failed: it is the turn of the operator of this site',
  administrator: 'The check failed: it is the turn of an administrator of the ad account',
  user: 'The check failed: it is your turn',
  nobody: 'The check came too soon: nobody has to do anything',
};

interface CheckResultProps {
  check: ConnectionCheck | null | undefined;
  checking: ReturnType<typeof useChecking>;
  className: string;
}

/** The last check, and the ad accounts of which one is to be chosen for the next one. */
export function CheckResult({ check, checking: { choice, isBusy, run }, className }: CheckResultProps) {
  const { accounts, unread } = choice;
  const isChoosing = accounts.length > 0 || unread > 0;
  const keyOf = ({ id, via }: AccountReference) => `${id} ${via ?? ''}`;
  return (
    <div className={className}>
      <output className="flex flex-col gap-2 text-14">
        {check ? (
          <Answer {...check} />
        ) : (
          !isChoosing && <p className="text-13 text-muted">Not checked yet.</p>
        )}
        {isChoosing && <p>Choose the account in which Google tests a rule. None is made.</p>}
      </output>
      {isChoosing && (
        <div className="mt-3 flex flex-col gap-3">
          {accounts.length > 0 && (
            <Dropdown
              className="max-w-md"
              label="Ad account to check"
              options={accounts.map((one) => ({
                value: keyOf(one),
                label: one.name,
                detail: one.id,
                search: searchOfAccount(one.id),
              }))}
              value={null}
              disabled={isBusy}
              onChange={(value) => {
                const chosen = accounts.find((one) => keyOf(one) === value);
                if (chosen) void run(chosen);
              }}
            />
          )}
          {unread > 0 && (
            <>
              <UnreadAccounts unread={unread} mayType />
              <TypedAccount
                kind="google-rules"
                account={null}
                submitLabel={isBusy ? 'Checking...' : 'Check This Account'}
                isBusy={isBusy}
                onChange={(account) => void run(account)}
              />
            </>
          )}
        </div>
      )}
    </div>
  );
}

function Answer({ at, answer, turn, code }: ConnectionCheck) {
  const date = `Checked ${formatDateTime(new Date(at))}.`;
  if (turn === null)
    return (
      <p className="flex max-w-prose items-start gap-2">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-up" />
        <span className="min-w-0 wrap-anywhere">
          {answer} <span className="mt-0.5 block text-13 text-muted">{date}</span>
        </span>
      </p>
    );
  return (
    <Notice tone={turn === 'nobody' ? 'info' : 'caution'} title={TURNS[turn]}>
      <p className="wrap-anywhere">{answer}</p>
      <p className="mt-1 text-13 wrap-anywhere text-muted">
        {code === null ? date : `${date} Code: ${code}`}
      </p>
    </Notice>
  );
}
