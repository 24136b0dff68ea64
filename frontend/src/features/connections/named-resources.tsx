import { useId, useState, type FormEvent } from 'react';
import { X } from 'lucide-react';
import type { TeamKind } from '#contract/platforms.ts';
import type { NamedResource } from '#contract/connections.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { useNameable, useNamed, useNaming } from '#frontend/api/connections.ts';
import { describeFailure } from '#frontend/api/ask.ts';
import { useMay } from '#frontend/api/teams.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { Button, IconButton } from '#frontend/ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '#frontend/ui/dialog.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { parseSheetAddress } from './sheet-choice.ts';
import { searchOfAccount, UnreadAccounts, TypedAccount } from './typed-account.tsx';
import { listUses, WhatStops } from './what-stops.tsx';

interface NamedResourcesProps {
  kind: TeamKind;
  /** True for admins. */
  mayChange: boolean;
  className: string;
}

/** The sheets or accounts that the connection of the team serves: admins name them, and take names back. */
export function NamedResources({ kind, mayChange, className }: NamedResourcesProps) {
  const maySee = useMay()('edit');
  const { data: named, error, mutate } = useNamed(kind, maySee);
  const id = useId();
  if (!maySee) return null;
  return (
    <section aria-labelledby={id} className={cx('flex max-w-prose flex-col gap-3 text-14', className)}>
      <h3 id={id} className="font-semibold">
        {kind === 'sheets' ? 'Named spreadsheets' : 'Named ad accounts'}
      </h3>
      {named ? (
        <Names kind={kind} named={named} mayChange={mayChange} />
      ) : error ? (
        <FailedNotice title="The names could not be loaded" onRetry={() => void mutate()}>
          {reasonOf(error) ?? 'The server could not be reached. Nothing has changed.'}
        </FailedNotice>
      ) : (
        <SkeletonLines label="Loading the names…" lines={2} />
      )}
    </section>
  );
}

interface NamesProps extends Pick<NamedResourcesProps, 'kind' | 'mayChange'> {
  named: readonly NamedResource[];
}

function Names({ kind, named, mayChange }: NamesProps) {
  const change = useNaming(kind);
  const { asked, ask, isBusy, problem, dialog } = useConfirmed(
    ({ id }: NamedResource) => change(id, 'DELETE'),
    describeFailure,
  );
  return (
    <>
      {named.length === 0 && (
        <p className="text-muted">
          {mayChange
            ? 'None yet: this connection serves nothing until you name something.'
            : 'None yet. Ask an admin to name what you need.'}
        </p>
      )}
      <ul className={cx(named.length > 0 && 'border-b border-hairline')}>
        {named.map((one) => (
          <NamedRow key={one.id} named={one} isBusy={isBusy} onRemove={mayChange ? () => ask(one) : null} />
        ))}
      </ul>
      {problem && <Notice tone="error">{problem}</Notice>}
      {mayChange && (kind === 'sheets' ? <AddSheet /> : <AddAccount kind={kind} named={named} />)}
      <ConfirmDialog
        {...dialog}
        title={`Take the name of ${asked?.name ?? ''} back?`}
        description={
          <WhatStops
            stops={asked ? listUses({ ...asked, sends: 0 }) : []}
            stays={['You can name it again at any time.']}
          >
            The connection of the team no longer serves it.
          </WhatStops>
        }
        confirmLabel={isBusy ? 'Taking it back...' : 'Take it back'}
      />
    </>
  );
}

interface NamedRowProps {
  named: NamedResource;
  isBusy: boolean;
  /** Null for those who may not. */
  onRemove: (() => void) | null;
}

function NamedRow({ named, isBusy, onRemove }: NamedRowProps) {
  const { id, name, namedAt, namedBy, firstReadAt } = named;
  const date = formatDate(new Date(namedAt));
  return (
    <li className="flex items-center justify-between gap-4 border-t border-hairline py-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-13 wrap-anywhere text-muted">
          {id} ·{' '}
          {namedBy === null
            ? `in use before, or by a former member, ${date}`
            : `named by ${namedBy}, ${date}`}{' '}
          · {firstReadAt === null ? 'not read yet' : `first read ${formatDate(new Date(firstReadAt))}`}
        </p>
      </div>
      {onRemove && (
        <IconButton
          label={`Take the name of ${name} back`}
          icon={<X />}
          disabled={isBusy}
          onClick={onRemove}
          className="hover:text-down"
        />
      )}
    </li>
  );
}

/** A spreadsheet is named by its address. */
function AddSheet() {
  const name = useNaming('sheets');
  const [address, setAddress] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { isBusy, problem, run } = useAction(async (id: string) => {
    await name(id, 'PUT');
    setAddress('');
  }, describeFailure);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseSheetAddress(address);
    const isAddress = parsed !== null && parsed !== 'published';
    setWrong(!isAddress);
    if (isAddress) void run(parsed.id);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-3">
      <TextField
        label="Address of a spreadsheet"
        hint="As it stands in the address bar. Our server reads its title now, and its rows when a member keeps an analysis current from it."
        error={isWrong ? 'Please paste the address of a spreadsheet in Google Sheets.' : null}
        value={address}
        disabled={isBusy}
        autoComplete="off"
        onChange={({ target }) => setAddress(target.value)}
      />
      <Button type="submit" size="small" disabled={isBusy}>
        {isBusy ? 'Naming...' : 'Name spreadsheet'}
      </Button>
      {problem && <Notice tone="error">{problem}</Notice>}
    </form>
  );
}

interface AddAccountProps extends Pick<NamesProps, 'named'> {
  kind: Exclude<TeamKind, 'sheets'>;
}

/** An ad account is chosen from those that the connection opens, which only admins see. One that was not looked at is typed. */
function AddAccount({ kind, named }: AddAccountProps) {
  const name = useNaming(kind);
  const [isOpen, setOpen] = useState(false);
  const { data, error, mutate } = useNameable(kind, isOpen);
  const { isBusy, problem, run } = useAction(
    (id: string, managerId?: string | null) => name(id, 'PUT', managerId),
    describeFailure,
  );
  if (!isOpen)
    return (
      <Button size="small" className="self-start" onClick={() => setOpen(true)}>
        Name an ad account
      </Button>
    );
  if (error)
    return (
      <FailedNotice title="The ad accounts could not be read" onRetry={() => void mutate()}>
        {reasonOf(error) ?? 'The server could not be reached. Nothing has changed.'}
      </FailedNotice>
    );
  if (!data) return <SkeletonLines label="Reading the ad accounts…" lines={2} />;
  const namedIds = new Set(named.map(({ id }) => id));
  const open = [...new Map(data.accounts.map((one) => [one.id, one])).values()].filter(
    ({ id }) => !namedIds.has(id),
  );
  if (open.length === 0 && data.unread === 0)
    return <p className="text-muted">The connection opens no other ad account.</p>;
  return (
    <>
      {open.length > 0 && (
        <Dropdown
          label="Ad account to name"
          className="max-w-md"
          options={open.map(({ id, name: title }) => ({
            value: id,
            label: title,
            detail: id,
            search: searchOfAccount(id),
          }))}
          value={null}
          disabled={isBusy}
          onChange={(id) => id !== null && void run(id)}
        />
      )}
      {data.unread > 0 && (
        <>
          <UnreadAccounts unread={data.unread} mayType />
          <TypedAccount
            {...{ kind, isBusy }}
            key={named.length}
            account={null}
            submitLabel={isBusy ? 'Naming...' : 'Name This Account'}
            onChange={({ id, via }) => void run(id, via)}
          />
        </>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
}
