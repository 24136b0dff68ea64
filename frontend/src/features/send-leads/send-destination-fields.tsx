import { useMemo, useState } from 'react';
import useSWRImmutable from 'swr/immutable';
import type { AdAccount } from '#contract/push-answers.ts';
import {
  conversionActionsKey,
  fetchConversionActions,
  fetchListing,
  OWN_ACCOUNTS_KEY,
} from '#frontend/api/pushes.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import type { Destination, ListedSend } from '#contract/sends.ts';
import type { TabChoice } from '#frontend/features/results/shown-results.tsx';
import {
  formatAccount,
  searchOfAccount,
  UnreadAccounts,
} from '#frontend/features/connections/typed-account.tsx';

interface DestinationFieldsProps {
  typed: TypedDestination;
  /** Empty fields show no problem before. */
  isAsked: boolean;
  isDisabled: boolean;
  onChange(changes: Partial<TypedDestination>): void;
}

/** The ids of the destination, typed. */
function TypedFields({ typed, isAsked, isDisabled, onChange }: DestinationFieldsProps) {
  const problems = useMemo(() => findProblems(typed), [typed]);
  const [left, setLeft] = useState<ReadonlySet<keyof TypedDestination>>(new Set());
  const field = (name: keyof TypedDestination) => ({
    value: typed[name],
    disabled: isDisabled,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    error: isAsked || (left.has(name) && typed[name] !== '') ? problems[name] : null,
    onBlur: () => setLeft((others) => new Set(others).add(name)),
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
  });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <TextField
        {...field('account')}
        label="Google Ads account"
        required
        hint="Its customer ID, such as 123-456-7890."
      />
      <TextField
        {...field('action')}
        label="ID of the conversion action"
        required
        hint="The number after “ctId=” in the address of its page. Its source is an import from clicks."
      />
      <TextField
        {...field('manager')}
        label="Manager account"
        hint="Only where your access goes through one."
      />
    </div>
  );
}

/** Where the values go: chosen from what the connection 'Rules' can read, or typed. */
export function DestinationFields({ mayChoose, ...props }: DestinationFieldsProps & { mayChoose: boolean }) {
  const [isTyping, setTyping] = useState(false);
  if (!mayChoose) return <TypedFields {...props} />;
  return (
    <div className="flex flex-col gap-3">
      {isTyping ? <TypedFields {...props} /> : <ChosenFields {...props} />}
      <Button
        size="small"
        variant="ghost"
        className="-ml-2.5 self-start"
        disabled={props.isDisabled}
        onClick={() => setTyping(!isTyping)}
      >
        {isTyping ? 'Choose from Lists' : 'Type the IDs'}
      </Button>
    </div>
  );
}

/** The type of conversion actions that take uploads: https://developers.google.com/data-manager/api/devguides/events/send-events, of 2026-08-18. */
const TAKES_UPLOADS = 'UPLOAD_CLICKS';

/** The accounts and conversion actions that the connection 'Rules' can read. Where that fails the ids are typed. */
function ChosenFields(props: DestinationFieldsProps) {
  const { typed, isDisabled, onChange } = props;
  const listing = useSWRImmutable(OWN_ACCOUNTS_KEY, fetchListing);
  const account = listing.data?.accounts.find(({ id }) => id === readAccount(typed.account));
  const actions = useSWRImmutable(account ? conversionActionsKey(account) : null, fetchConversionActions);
  if (listing.error || actions.error)
    return (
      <>
        <p className="text-13 text-caution">
          <span aria-hidden>! </span>Your accounts could not be read. Please type the IDs.
        </p>
        <TypedFields {...props} />
      </>
    );
  if (!listing.data) return <SkeletonLines label="Reading your accounts…" lines={2} />;
  const { accounts, unread } = listing.data;
  const taking = actions.data?.conversionActions.filter(({ type }) => type === TAKES_UPLOADS) ?? [];
  const tracker = actions.data?.trackedBy ?? null;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Dropdown
          label="Google Ads account"
          options={accounts.map((one) => ({
            value: one.id,
            label: one.name,
            detail: formatAccount(one.id),
            search: searchOfAccount(one.id),
          }))}
          value={account?.id ?? null}
          disabled={isDisabled}
          onChange={(id) => onChange(destinationOf(accounts.find((one) => one.id === id)))}
        />
        {account && (
          <Dropdown
            label="Conversion action"
            options={taking.map(({ id, name }) => ({ value: id, label: name, detail: id }))}
            value={taking.some(({ id }) => id === typed.action) ? typed.action : null}
            disabled={isDisabled || taking.length === 0}
            onChange={(action) => onChange({ action })}
            hint={describeActions({ isRead: actions.data !== undefined, found: taking.length, tracker })}
          />
        )}
      </div>
      <UnreadAccounts unread={unread} mayType />
    </>
  );
}

/** Another account has other conversion actions. */
function destinationOf(account: AdAccount | undefined): TypedDestination {
  if (!account) return { account: '', manager: '', action: '' };
  const { id, via } = account;
  return {
    account: formatAccount(id),
    manager: via === null || via === id ? '' : formatAccount(via),
    action: '',
  };
}

/** The hint below the list of conversion actions. */
function describeActions(known: { isRead: boolean; found: number; tracker: string | null }): string {
  if (!known.isRead) return 'Reading the conversion actions…';
  if (known.tracker !== null)
    return `Conversions of this account are kept in account ${formatAccount(known.tracker)}: choose that one.`;
  return known.found === 0
    ? 'This account has no conversion action for imports from clicks. Make one in Google Ads first.'
    : 'Those for imports from clicks.';
}

/** Where the values go, as typed. */
export type TypedDestination = Readonly<Record<keyof Destination, string>>;

/** The destinations that the visitor has typed, by the stage of the values ('' for values of leads). Without an entry it is the destination of the latest send. */
export const SEND_DESTINATIONS: TabChoice<ReadonlyMap<string, TypedDestination>> = { first: new Map() };

const EMPTY: TypedDestination = { account: '', manager: '', action: '' };

/** The destination of the latest send, as somebody would type it. The conversion action of a stage is another one for each. */
export function latestDestination([latest]: readonly ListedSend[], stage = ''): TypedDestination {
  if (!latest) return EMPTY;
  const { account, manager, action } = latest;
  return {
    account: formatAccount(account),
    manager: manager === null ? '' : formatAccount(manager),
    action: stage === '' ? action : '',
  };
}

/** Google writes ids of accounts with hyphens, and people copy blanks. */
const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

/** The digits of a typed id. @internal */
export const readAccount = digitsOf;

const isAccount = (text: string): boolean => /^\d{10}$/.test(digitsOf(text));

const NO_ACCOUNT = 'Ten digits, such as 123-456-7890.';

/** The problem of each field; null without one. @internal */
export function findProblems({
  account,
  manager,
  action,
}: TypedDestination): Record<keyof Destination, string | null> {
  return {
    account: isAccount(account) ? null : NO_ACCOUNT,
    manager: digitsOf(manager) === '' || isAccount(manager) ? null : NO_ACCOUNT,
    action: /^\d{1,19}$/.test(digitsOf(action)) ? null : 'Digits only, such as 987654321.',
  };
}

/** The destination; null while something is wrong with it. */
export function readDestination(typed: TypedDestination): Destination | null {
  if (Object.values(findProblems(typed)).some((problem) => problem !== null)) return null;
  const { account, manager, action } = typed;
  return { account: digitsOf(account), manager: digitsOf(manager) || null, action: digitsOf(action) };
}
