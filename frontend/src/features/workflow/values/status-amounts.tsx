import { useState } from 'react';
import type { ListedValue } from '#frontend/analysis/mapping.ts';
import { formatCount, formatMoney } from '#frontend/lib/format.ts';
import { MAX_AMOUNT, type Currency } from '#contract/limits.ts';
import { TextField } from '#frontend/ui/text-field.tsx';
import { readTyped, writeBound } from '../columns/typed-number.ts';
import type { StatusAmounts } from '../workflow-state.ts';

interface AmountFieldProps {
  status: string;
  /** Undefined where no amount was typed. */
  amount: number | undefined;
  /** Undefined empties it. */
  onChange(amount: number | undefined): void;
}

/** What a lead of one status is worth. A wrong text is explained, and the last amount stays in force. */
export function AmountField({ status, amount, onChange }: AmountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const error = typed === null ? null : explainAmount(typed);
  const type = (text: string) => {
    setTyped(text);
    if (text.trim() === '') onChange(undefined);
    else if (explainAmount(text) === null) onChange(readTyped(text) ?? undefined);
  };
  return (
    <TextField
      label={`Value of ${status}`}
      isLabelHidden
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      error={error}
      value={typed ?? (amount === undefined ? '' : writeBound(amount))}
      onChange={(event) => type(event.target.value)}
      onBlur={() => error === null && setTyped(null)}
      inputClassName="text-right tabular-nums"
      className="w-28 shrink-0"
    />
  );
}

/** The error in a typed amount; null for an amount and for blank text. */
export function explainAmount(text: string): string | null {
  if (text.trim() === '') return null;
  const amount = readTyped(text);
  if (amount === null) return 'Not a number';
  if (amount < 0) return 'Not below 0';
  return amount > MAX_AMOUNT ? 'Too large' : null;
}

interface AmountsSummaryProps {
  /** The statuses that are not left out. */
  values: readonly ListedValue[];
  amounts: StatusAmounts;
  currency: Currency | undefined;
}

/** What the leads of all statuses are worth together, and on average. */
export function AmountsSummary({ values, amounts, currency }: AmountsSummaryProps) {
  const leads = values.reduce((sum, listed) => sum + listed.leads, 0);
  const total = values.reduce((sum, listed) => sum + listed.leads * (amounts.get(listed.value) ?? 0), 0);
  return (
    <p className="text-13 text-muted tabular-nums">
      {total > 0
        ? `All ${formatCount(leads)} leads are worth ${formatMoney(total, currency)}: ${formatMoney(total / leads, currency)} per lead.`
        : 'Type what a lead of each status is worth, ticked or not.'}
    </p>
  );
}
