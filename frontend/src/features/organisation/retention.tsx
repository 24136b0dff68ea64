import { useState, type FormEvent } from 'react';
import { DAY, MAX_DATASET_DAYS, MIN_DATASET_DAYS, RETENTION_NOTICE_MS } from '#contract/limits.ts';
import { retentionRuleSchema, type TeamRules } from '#contract/organisation.ts';
import { describeFailure } from '#frontend/api/describe-failure.ts';
import { useRuleCalls } from '#frontend/api/organisation.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { TextField } from '#frontend/ui/field.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { TeamSection } from '#frontend/features/account/team-section.tsx';

interface RetentionProps {
  rules: TeamRules;
  isAdmin: boolean;
}

const NOTICE_DAYS = RETENTION_NOTICE_MS / DAY;

/** How long the team keeps the rows of its files. */
export function RetentionSection({ rules, isAdmin }: RetentionProps) {
  const { datasetDays, datasets } = rules;
  return (
    <TeamSection title="Datasets">
      <div className="flex max-w-prose flex-col gap-2 text-14">
        {datasetDays === null ? (
          <p>The rows of saved files stay as long as their analyses: {countNoun(datasets, 'dataset')} now.</p>
        ) : (
          <p>
            The rows of a saved file are deleted {countNoun(datasetDays, 'day')} after they were stored, and
            this is announced on the page of the analysis {NOTICE_DAYS} days before. Figures, rules and
            versions stay.
          </p>
        )}
        {datasetDays !== null && <Ending rules={rules} />}
      </div>
      {isAdmin && <RetentionForm key={datasetDays} rules={rules} />}
    </TeamSection>
  );
}

function Ending({ rules: { datasets, ending, nextEndsAt } }: { rules: TeamRules }) {
  return (
    <p className="text-muted tabular-nums">
      {nextEndsAt === null
        ? `${countNoun(datasets, 'dataset')}, none of which ends in the next ${NOTICE_DAYS} days.`
        : `${ending} of ${countNoun(datasets, 'dataset')} end next, the first on ${formatDate(new Date(nextEndsAt))}.`}
    </p>
  );
}

/** The number of days, and the question before it counts. */
function RetentionForm({ rules: { datasetDays } }: Omit<RetentionProps, 'isAdmin'>) {
  const [text, setText] = useState(datasetDays === null ? '' : String(datasetDays));
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ days: number | null } | null>(null);
  const { endDatasetsAfter } = useRuleCalls();
  const { isBusy, problem, run } = useAction(endDatasetsAfter, describeFailure);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = retentionRuleSchema.safeParse({
      datasetDays: text.trim() === '' ? Number.NaN : Number(text),
    });
    if (read.success) setAsked({ days: read.data.datasetDays });
    else setError(read.error.issues[0]?.message ?? null);
  };
  const confirm = async () => {
    if (asked) await run(asked.days);
    setAsked(null);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          label="Delete datasets after days"
          type="number"
          inputMode="numeric"
          min={MIN_DATASET_DAYS}
          max={MAX_DATASET_DAYS}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
          className="w-56"
        />
        {/* One button stands beside the field on a small screen too; two of them go below it. */}
        <div className={cx('flex flex-wrap gap-2', datasetDays === null ? 'pt-6.5' : 'sm:pt-6.5')}>
          <Button type="submit">{datasetDays === null ? 'Set' : 'Change'}</Button>
          {datasetDays !== null && <Button onClick={() => setAsked({ days: null })}>Keep datasets</Button>}
        </div>
      </div>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={
          asked?.days === null
            ? 'Keep the datasets?'
            : `Delete datasets after ${countNoun(asked?.days ?? 0, 'day')}?`
        }
        description={
          asked?.days === null
            ? 'No dataset of this team ends any more. Those that were deleted do not come back.'
            : `The rows of older files are deleted too, ${NOTICE_DAYS} days from now at the earliest. Without its rows an analysis keeps its figures and rules, but cannot be counted anew with other choices.`
        }
        confirmLabel={
          isBusy ? 'Saving...' : asked?.days === null ? 'Keep datasets' : 'Delete after these days'
        }
        tone={asked?.days === null ? 'primary' : 'danger'}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
      />
    </form>
  );
}
