import { useMemo, useState, type FormEvent } from 'react';
import { Check } from 'lucide-react';
import type { AccountReference } from '#contract/pushes.ts';
import { CONDITION_NAMES, type RuleKind } from '#contract/platforms.ts';
import { COUNTRIES } from '#frontend/analysis/uploads/countries.ts';
import { ValueName } from '#frontend/features/results/names.tsx';
import { countNoun } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import type { DropdownOption } from '#frontend/ui/dropdown-option.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { PushFailure } from './push-failure.tsx';
import { keyOfMatch, type PushForm } from './push-form.ts';
import { cutPushedName, type Match, type Wanted } from './push-request.ts';
import { PushStep } from './push-step.tsx';
import type { Matches, MatchRow } from './use-matches.ts';

interface MatchStepProps {
  kind: RuleKind;
  platformName: string;
  matches: Matches;
  form: PushForm;
  account: AccountReference;
  onChange(form: PushForm): void;
}

/** The counterpart of each value of the file on the platform. The visitor confirms each once; the next push knows it. */
export function MatchStep({ kind, platformName, matches, form, account, onChange }: MatchStepProps) {
  const { rows, open, isLoading, error, retry } = matches;
  const confirm = (matched: readonly (readonly [Wanted, Match])[]) =>
    onChange({
      ...form,
      confirmed: new Map([
        ...form.confirmed,
        ...matched.map(([wanted, { id, name }]) => [keyOfMatch(wanted, account), { id, name }] as const),
      ]),
    });
  const proposed = rows.flatMap((row) => (row.match || !row.proposed ? [] : [[row, row.proposed] as const]));
  const hasPlaces = rows.some((row) => row.kind === 'location');
  return (
    <PushStep
      title={`Match your values to ${platformName}`}
      note="Names alone can be wrong, so each is confirmed by you. Your next push knows it."
    >
      {hasPlaces && (
        <CountryChoice country={form.country} onChange={(country) => onChange({ ...form, country })} />
      )}
      {error !== undefined && <PushFailure {...{ kind, platformName, error }} at="read" onRetry={retry} />}
      {isLoading ? (
        <SkeletonLines
          label={`Looking up your values at ${platformName}…`}
          lines={Math.min(8, rows.length + 1)}
        />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <output className="text-13 text-muted">
              {open === 0
                ? `All ${countNoun(rows.length, 'value')} matched.`
                : `${countNoun(open, 'value')} of ${rows.length} to confirm.`}
            </output>
            {proposed.length > 1 && (
              <Button size="small" onClick={() => confirm(proposed)}>
                Confirm the {proposed.length} shown matches
              </Button>
            )}
          </div>
          <ul className="border-t border-hairline sm:max-h-120 sm:overflow-y-auto">
            {rows.map((row) => (
              <Row
                key={`${row.kind} ${row.value}`}
                {...{ row, platformName }}
                onConfirm={(match) => confirm([[row, match]])}
                onOtherName={(name) =>
                  onChange({
                    ...form,
                    otherNames: new Map(form.otherNames).set(row.value, cutPushedName(name)),
                  })
                }
              />
            ))}
          </ul>
        </>
      )}
    </PushStep>
  );
}

interface CountryChoiceProps {
  country: string | null;
  onChange(country: string | null): void;
}

const ALL = 'all';

function CountryChoice({ country, onChange }: CountryChoiceProps) {
  const options = useMemo(() => listCountries(), []);
  return (
    <Dropdown
      className="max-w-md"
      label="Country of the places"
      options={options}
      value={country ?? ALL}
      onChange={(value) => onChange(value === ALL ? null : value)}
    />
  );
}

function listCountries(): DropdownOption[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const countries = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }));
  return [
    { value: ALL, label: 'All countries', isNone: true },
    ...countries.toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
  ];
}

interface RowProps {
  row: MatchRow;
  platformName: string;
  onConfirm(match: Match): void;
  onOtherName(name: string): void;
}

function Row({ row, platformName, onConfirm, onOtherName }: RowProps) {
  const { kind, value, options, match, proposed, isOfEarlierPush } = row;
  const [isSearching, setSearching] = useState(false);
  const isPlace = kind === 'location';
  const shown = match ?? proposed;
  const hasNone = options.length === 0;
  return (
    <li className="grid items-center gap-x-4 gap-y-2 border-b border-hairline py-3 last:border-b-0 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_9.5rem]">
      <div className="min-w-0">
        <p className="text-12 text-muted">{CONDITION_NAMES[kind]}</p>
        <p className="text-14 font-medium">
          <ValueName name={value} />
        </p>
      </div>
      {hasNone ? (
        <p className="text-13 text-caution">
          <span aria-hidden>! </span>
          {isPlace
            ? `${platformName} knows no place of this name.`
            : `The account has nothing to choose from.`}
        </p>
      ) : (
        <Dropdown
          label={`${CONDITION_NAMES[kind]} ${value} on ${platformName}`}
          isLabelHidden
          placeholder={`Choose what “${value}” is`}
          options={options.map(({ id, name, detail, problem }) => ({
            value: id,
            label: name,
            detail: detail || undefined,
            disabled: problem !== null,
            disabledReason: problem ?? undefined,
          }))}
          value={shown?.id ?? null}
          onChange={(id) => {
            const picked = options.find((option) => option.id === id);
            if (picked) onConfirm(picked);
          }}
        />
      )}
      <State {...{ row, isOfEarlierPush }} onConfirm={() => proposed && onConfirm(proposed)} />
      {isPlace && (hasNone || isSearching) ? (
        <OtherName value={value} onLookUp={onOtherName} />
      ) : (
        isPlace && (
          <button
            type="button"
            onClick={() => setSearching(true)}
            className="-mt-1 justify-self-start rounded-control text-12 text-muted underline underline-offset-2 sm:col-start-2"
          >
            Look up another name <span className="sr-only">for {value}</span>
          </button>
        )
      )}
    </li>
  );
}

interface StateProps {
  row: MatchRow;
  onConfirm(): void;
}

/** Whether a value is matched, or the button that does it. */
function State({ row: { value, match, proposed, isOfEarlierPush, options }, onConfirm }: StateProps) {
  if (match)
    return (
      <p className="flex items-center gap-1.5 text-13 text-muted">
        <Check aria-hidden className="size-4 shrink-0 text-accent" />
        {isOfEarlierPush ? 'Confirmed before' : 'Confirmed'}
      </p>
    );
  if (proposed)
    return (
      <Button size="small" className="justify-self-start" onClick={onConfirm}>
        Confirm <span className="sr-only">{value}</span>
      </Button>
    );
  return <p className="text-13 text-caution">{options.length > 0 && 'Please choose'}</p>;
}

function OtherName({ value, onLookUp }: { value: string; onLookUp(name: string): void }) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) onLookUp(name.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2 sm:col-span-2 sm:col-start-2">
      <TextField
        className="flex-1 sm:max-w-72"
        label={`Another name for ${value}`}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit">Look Up</Button>
    </form>
  );
}
