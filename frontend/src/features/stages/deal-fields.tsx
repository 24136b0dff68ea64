import { useState } from 'react';
import { MAX_AMOUNT } from '#contract/limits.ts';
import type { StoredStages } from '#contract/configuration.ts';
import type { StagesSource } from '#frontend/features/results/results-source.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import { formatMoney } from '#frontend/lib/format.ts';
import { TextField } from '#frontend/ui/field.tsx';
import { useStagesRun } from './stages-run.tsx';

const PERCENT = 100;

type Deal = 'amount' | 'share' | 'margin';

/** Fields for what a won deal brings: the average amount, the share that is won, and the margin. An empty field takes the figure of the file. */
export function DealFields({ source, hasShare }: { source: StagesSource; hasShare?: boolean }) {
  const { analysis, context } = useResults();
  const answer = useStagesRun()?.answer;
  const { currency = 'USD' } = analysis.settings;
  const { chosen, onChange } = source;
  const change = (deal: Deal, value: number | undefined) => {
    const { [deal]: _, ...others } = chosen;
    onChange(value === undefined ? others : { ...others, [deal]: value });
  };
  const won = answer && (answer.conversion.value ?? answer.stages.at(-1)?.value)?.won;
  const field = (deal: Deal, label: string, hint: string, scale = 1) => (
    <DealField
      label={label}
      hint={hint}
      scale={scale}
      most={deal === 'amount' ? MAX_AMOUNT : 1}
      value={chosen[deal]}
      onChange={(value) => change(deal, value)}
    />
  );
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      {field(
        'amount',
        `Average won deal (${currency})`,
        won && !won.isTyped
          ? `Empty: ${formatMoney(won.mean, currency)}, from the file`
          : context.worth?.kind === 'column'
            ? 'Empty: from the column of amounts'
            : 'What a won deal brings',
      )}
      {hasShare &&
        field('share', 'Conversions that are won (%)', 'Empty: from the stages of the file', PERCENT)}
      {field('margin', 'Margin (%)', 'Empty: all of the amount counts', PERCENT)}
    </div>
  );
}

interface DealFieldProps {
  label: string;
  hint: string;
  /** Shares are typed in percent. */
  scale: number;
  most: number;
  value: StoredStages[Deal];
  onChange(value: number | undefined): void;
}

/** A number above 0, or nothing. Text that is none of both stays in the field with its problem, and changes nothing. */
function DealField({ label, hint, scale, most, value, onChange }: DealFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) =>
    text.trim() === '' ? undefined : Number((Number(text) / scale).toPrecision(12));
  const isFit = (number: number | undefined) => number === undefined || (number > 0 && number <= most);
  const text = typed ?? (value === undefined ? '' : String(Number((value * scale).toPrecision(12))));
  return (
    <TextField
      type="number"
      inputMode="decimal"
      step="any"
      label={label}
      hint={hint}
      error={isFit(read(text)) ? undefined : `Must be above 0${scale === 1 ? '' : ` and at most ${scale}`}`}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = read(target.value);
        if (isFit(number)) onChange(number);
      }}
      onBlur={() => isFit(read(text)) && setTyped(null)}
    />
  );
}
