import { useState } from 'react';
import type { AdAccount } from '#contract/push-answers.ts';
import type { RuleKind } from '#contract/platforms.ts';
import { useMay } from '#frontend/api/teams.ts';
import {
  searchOfAccount,
  UnreadAccounts,
  TypedAccount,
} from '#frontend/features/connections/typed-account.tsx';
import { TEAM } from '#frontend/lib/tab-team.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { PushFailure } from './push-failure.tsx';
import { PushStep } from './push-step.tsx';
import { isSameAdAccount, MAY_TYPE, type Accounts, type ChosenAccount } from './push-form.ts';

interface AccountStepProps {
  kind: RuleKind;
  platformName: string;
  accounts: Accounts;
  /** True where the account in use was typed. */
  isTyped: boolean;
  onChange(account: ChosenAccount): void;
}

/** The ad account that gets the rules: chosen from the list, or typed. */
export function AccountStep({ kind, platformName, accounts, isTyped, onChange }: AccountStepProps) {
  const [isTyping, setTyping] = useState(isTyped && MAY_TYPE);
  const { unread, account } = accounts;
  return (
    <PushStep title="Choose the account">
      <div className="flex flex-col gap-3">
        {isTyping ? (
          <TypedAccount
            {...{ kind, account }}
            submitLabel="Use This Account"
            onChange={(typed) => onChange({ ...typed, isTyped: true })}
          />
        ) : (
          <ListedAccounts {...{ kind, platformName, accounts, onChange }} />
        )}
        {!isTyping && <UnreadAccounts unread={unread} mayType={MAY_TYPE} />}
        {MAY_TYPE && (
          <Button
            size="small"
            variant="ghost"
            className="-ml-2.5 self-start"
            onClick={() => setTyping(!isTyping)}
          >
            {isTyping ? 'Choose from the List' : 'Type the ID'}
          </Button>
        )}
      </div>
    </PushStep>
  );
}

function ListedAccounts({ kind, platformName, accounts, onChange }: Omit<AccountStepProps, 'isTyped'>) {
  const { list, error, isLoading, retry, account, unread } = accounts;
  const chosen = account && list?.find((one) => isSameAdAccount(one, account));
  return (
    <>
      {isLoading && <SkeletonLines label="Loading your accounts…" lines={2} />}
      {error !== undefined && <PushFailure {...{ kind, platformName, error }} at="read" onRetry={retry} />}
      {list?.length === 0 && unread === 0 && <NoAccount platformName={platformName} onRetry={retry} />}
      {list && list.length > 0 && (
        <Dropdown
          className="max-w-md"
          label={`${platformName} account`}
          options={list.map((one) => ({
            value: keyOf(one),
            label: one.name,
            detail: describeAccount(one),
            search: searchOfAccount(one.id),
          }))}
          value={chosen ? keyOf(chosen) : null}
          onChange={(value) => {
            const picked = list.find((one) => keyOf(one) === value);
            if (picked) onChange({ id: picked.id, via: picked.via, isTyped: false });
          }}
        />
      )}
    </>
  );
}

function NoAccount({ platformName, onRetry }: { platformName: string; onRetry(): void }) {
  const mayName = useMay()('connect');
  if (TEAM === null)
    return (
      <p className="max-w-prose text-14">
        The connection opens no account of {platformName}. Connect again as somebody who has one.
      </p>
    );
  const advice = `${mayName ? 'Name one' : 'Ask an admin to name one'} on the page Connections.`;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-14">{`No account of ${platformName} is named for this team. ${advice}`}</p>
      <Button size="small" onClick={onRetry}>
        Look Again
      </Button>
    </div>
  );
}

/** The same account may be opened by way of two manager accounts. */
const keyOf = ({ id, via }: AdAccount) => `${id} ${via ?? ''}`;

/** '1234567890 · USD · manager account' */
function describeAccount({ id, currency, isManager, isTest }: AdAccount): string {
  const parts = [id, currency, isManager && 'manager account', isTest && 'test account'];
  return parts.filter(Boolean).join(' · ');
}
