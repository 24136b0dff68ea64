import { useState } from 'react';
import { PUSH_WORDS } from '#frontend/analysis/platforms/push-words.ts';
import type { AccountReference } from '#contract/pushes.ts';
import { PLATFORM_OF, type RuleKind } from '#contract/platforms.ts';
import { Button } from '#frontend/ui/button.tsx';
import { TextField } from '#frontend/ui/field.tsx';

/** '123-456-7890' is 1234567890; null for what is no id. */
function readId(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{1,19}$/.test(digits) ? digits : null;
}

interface TypedAccountProps {
  kind: RuleKind;
  /** The account in use. */
  account: AccountReference | null;
  /** 'Use This Account' */
  submitLabel: string;
  isBusy?: boolean;
  onChange(account: AccountReference): void;
}

/** The ids of an ad account that is not in the list. */
export function TypedAccount({ kind, account, submitLabel, isBusy = false, onChange }: TypedAccountProps) {
  const { accountId, managerId } = PUSH_WORDS[PLATFORM_OF[kind]];
  const [texts, setTexts] = useState({ id: account?.id ?? '', via: account?.via ?? '' });
  const [isAsked, setAsked] = useState(false);
  const id = readId(texts.id);
  const viaId = readId(texts.via);
  const isViaMissing =
    managerId !== null && viaId === null && (managerId.isRequired || texts.via.trim() !== '');
  const errorOf = (isWrong: boolean) => (isAsked && isWrong ? 'Digits only, please.' : undefined);
  return (
    <form
      noValidate
      className="flex max-w-md flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (id !== null && !isViaMissing) onChange({ id, via: viaId });
      }}
    >
      <TextField
        className="w-full"
        inputMode="numeric"
        value={texts.id}
        error={errorOf(id === null)}
        {...accountId}
        onChange={({ target }) => setTexts({ ...texts, id: target.value })}
      />
      {managerId && (
        <TextField
          className="w-full"
          inputMode="numeric"
          label={managerId.label}
          hint={managerId.hint}
          value={texts.via}
          error={errorOf(isViaMissing)}
          onChange={({ target }) => setTexts({ ...texts, via: target.value })}
        />
      )}
      <Button size="small" type="submit" disabled={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}

/** 123-456-7890, as Google writes the id of an account. */
export const formatAccount = (id: string): string => id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');

/** The id of an account as people search for it: with its dashes or without. */
export const searchOfAccount = (id: string): string => `${id} ${formatAccount(id)}`;

interface UnreadAccountsProps {
  /** How many the list may lack. */
  unread: number;
  mayType: boolean;
}

/** Says how many accounts a list lacks, since they could not be looked at. Nothing where it has all. */
export function UnreadAccounts({ unread, mayType }: UnreadAccountsProps) {
  if (unread === 0) return null;
  return (
    <p className="max-w-prose text-13 text-muted">
      {unread === 1 ? '1 more account was' : `${unread} more accounts were`} not looked at.
      {mayType && ' If yours is missing, type its ID.'}
    </p>
  );
}
