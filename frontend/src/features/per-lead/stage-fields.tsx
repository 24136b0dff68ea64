import type { StageCounts } from '#frontend/threads/leads/check-leads.ts';
import type { StageLeftOut, StageValueKind } from '#frontend/analysis/uploads/stage-conversions.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/platforms/upload-formats.ts';
import type { UploadForm } from '#frontend/features/platforms/chosen-upload.ts';
import { countNoun, formatCount, formatMoney } from '#frontend/lib/format.ts';
import { TextField } from '#frontend/ui/field.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { Table, TableScroll, TextHead } from '#frontend/ui/table.tsx';
import type { StageForm } from './stage-form.ts';

interface StageFieldsProps {
  form: UploadForm;
  stageForm: StageForm;
  /** The findings of the last check; none before it. */
  counts: readonly StageCounts[];
  currency: string;
}

/** The names of the conversions of stages, and what each conversion is worth. */
export function StageFields({ form, stageForm, counts, currency }: StageFieldsProps) {
  const { label } = UPLOAD_FORMATS[form.kind].conversion;
  const { stages, kind } = stageForm;
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="text-13 font-semibold">{label} of each stage</legend>
      <p className="max-w-prose text-13 text-muted">
        Each lead is one conversion per stage that it has reached, at the time of the stage. A stage without a
        name is left out.
      </p>
      <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {stages.map(({ name, conversion }, index) => (
          <TextField
            key={name}
            label={name}
            value={conversion}
            onChange={({ target }) => stageForm.type(name, target.value)}
            onBlur={stageForm.keep}
            hint={counts[index] && describeStage(counts[index], currency)}
          />
        ))}
      </div>
      <div className="flex flex-col gap-1.5">
        <SegmentedControl
          label="Value of each conversion"
          isLabelHidden={false}
          options={KINDS}
          value={kind}
          onChange={stageForm.choose}
        />
        <p className="max-w-prose text-13 text-muted">{describeKinds(counts, currency)}</p>
      </div>
    </fieldset>
  );
}

const KINDS: readonly { value: StageValueKind; label: string }[] = [
  { value: 'increase', label: 'The increase over the stage before' },
  { value: 'whole', label: 'The whole' },
];

/** '310 leads, worth $310.00 each'. */
function describeStage({ reached, worth, isAtLeast }: StageCounts, currency: string): string {
  const leads = countNoun(reached, 'lead');
  if (worth === null) return `${leads}. The file does not tell yet what they are worth: left out.`;
  return `${leads}, worth ${isAtLeast ? 'at least ' : ''}${formatMoney(worth, currency)} each`;
}

/** Both ways by the first two stages that have a conversion and a value; without two of them by the first two that have a value. */
function describeKinds(counts: readonly StageCounts[], currency: string): string {
  const valued = counts.flatMap(({ worth, ...stage }) => (worth === null ? [] : [{ ...stage, worth }]));
  const named = valued.filter(({ action }) => action !== '');
  const shown = named.length > 1 ? named : valued;
  const [first, second] = shown;
  const reason = 'Platforms add up all primary actions.';
  if (!first || !second || second.worth <= first.worth) return reason;
  const money = (amount: number) => formatMoney(amount, currency);
  const nameOf = ({ action, name }: Pick<StageCounts, 'action' | 'name'>) => `“${action || name}”`;
  const more = `${money(first.worth)} then ${money(second.worth - first.worth)} more`;
  return `${reason} A lead that becomes ${nameOf(first)}, then ${nameOf(second)}: ${more}, or ${money(first.worth)} then ${money(second.worth)}.`;
}

const LEFT_OUT_WORDS: Readonly<Record<StageLeftOut, string>> = {
  'no-action': 'No name: left out',
  'no-value': 'No value is known yet: left out',
  'no-increase': 'Worth no more than the stage before: left out, since 0 and less are never sent',
};

interface StageTableProps {
  stages: readonly StageCounts[];
  currency: string;
}

/** How many conversions of each stage are in the file, with their value. */
export function StageTable({ stages, currency }: StageTableProps) {
  return (
    <TableScroll label="Conversions per stage">
      <Table caption="Conversions per stage" isCaptionHidden={false} className="text-13">
        <TextHead titles={['Stage', 'Conversion', 'Value', 'In the file', 'Note']} />
        <tbody>
          {stages.map(({ name, action, value, leftOut, reached, taken, atLeadTime }) => (
            <tr key={name}>
              <th scope="row" className="text-left font-normal wrap-anywhere">
                {name}
              </th>
              <td className="wrap-anywhere">{action || '–'}</td>
              <td className="tabular-nums">{value === null ? '–' : formatMoney(value, currency)}</td>
              <td className="tabular-nums">
                {formatCount(taken)} of {formatCount(reached)}
              </td>
              <td>
                {leftOut !== null
                  ? LEFT_OUT_WORDS[leftOut]
                  : atLeadTime > 0 &&
                    `${formatCount(atLeadTime)} at the time of the lead: the file has no day of the stage`}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}
