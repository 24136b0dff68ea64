import { useState } from 'react';
import type { AccountReference, RuleKind } from '#contract/pushes.ts';
import { Button } from '#frontend/ui/button.tsx';
import { TextField } from '#frontend/ui/field.tsx';

interface IdWords {
  label: string;
  hint: string;
  /** Asked for beside the id; null where the platform knows an account by one id. */
  manager: { label: string; hint: string; isRequired: boolean } | null;
}

const WORDS: Readonly<Record<RuleKind, IdWords>> = {
  'google-rules': {
    label: 'Account ID',
    hint: 'Ten digits, such as 123-456-7890.',
    manager: {
      label: 'Manager account ID',
      hint: 'Only if you reach the account through a manager account.',
      isRequired: false,
    },
  },
  meta: {
    label: 'Ad account ID',
    hint: 'The digits behind act= in the address of Ads Manager.',
    manager: null,
  },
  microsoft: {
    label: 'Account ID',
    hint: 'The digits behind aid= in the address of Microsoft Advertising.',
    manager: { label: 'Customer ID', hint: 'The digits behind cid= there.', isRequired: true },
  },
};

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
  const { label, hint, manager } = WORDS[kind];
  const [texts, setTexts] = useState({ id: account?.id ?? '', manager: account?.via ?? '' });
  const [isAsked, setAsked] = useState(false);
  const id = readId(texts.id);
  const managerId = readId(texts.manager);
  const isManagerMissing =
    manager !== null && managerId === null && (manager.isRequired || texts.manager.trim() !== '');
  const errorOf = (isWrong: boolean) => (isAsked && isWrong ? 'Digits only, please.' : undefined);
  return (
    <form
      noValidate
      className="flex max-w-md flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (id !== null && !isManagerMissing) onChange({ id, via: managerId });
      }}
    >
      <TextField
        className="w-full"
        inputMode="numeric"
        value={texts.id}
        error={errorOf(id === null)}
        {...{ label, hint }}
        onChange={({ target }) => setTexts({ ...texts, id: target.value })}
      />
      {manager && (
        <TextField
          className="w-full"
          inputMode="numeric"
          label={manager.label}
          hint={manager.hint}
          value={texts.manager}
          error={errorOf(isManagerMissing)}
          onChange={({ target }) => setTexts({ ...texts, manager: target.value })}
        />
      )}
      <Button size="small" type="submit" disabled={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
