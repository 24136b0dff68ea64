import { useEffect, useEffectEvent } from 'react';
import type { StagesSource } from '#frontend/features/results/results-source.ts';
import { FailedAnswer } from '#frontend/features/results/answer-progress.tsx';
import { describeMoney } from '#frontend/features/results/figures.tsx';
import { useResults, useScreen } from '#frontend/features/results/shown-results.tsx';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import { countNoun, formatConfidence, formatMoney, formatRate } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { DealFields } from './deal-fields.tsx';
import { useStagesRun } from './stages-run.tsx';
import {
  describeMargin,
  describeShare,
  describeWins,
  describeWorthRange,
  listWorthParts,
  shortStage,
  verbOf,
} from './stages-words.ts';

/** Works the conversion value out: average amount of a won deal, times the share of the conversions that are won, times the margin. */
export function WorkItOutDialog({ onClose }: { onClose(): void }) {
  const { stages, analysis, onSettingsChange } = useResults();
  const run = useStagesRun();
  const measure = useEffectEvent(() => run?.measure());
  const isReady = run !== null;
  useEffect(() => {
    if (isReady) measure();
  }, [isReady]);
  if (!stages) return null;
  const answer = run?.answer;
  const amount = answer?.conversion.value?.amount;
  const value = amount === undefined ? null : Number(amount.toFixed(2));
  const take = () => {
    if (value !== null) onSettingsChange?.({ ...analysis.settings, conversionValue: value });
    onClose();
  };
  return (
    <Dialog
      size="wide"
      onClose={onClose}
      title="Work out the conversion value"
      description="Average won deal × share of your conversions that are won × margin."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={value === null} onClick={take}>
            {value === null ? 'Use this value' : `Use ${formatMoney(value, analysis.settings.currency)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <DealFields source={stages} hasShare />
        <div aria-live="polite" className="min-h-24">
          {answer ? (
            <WorkedOut answer={answer} source={stages} />
          ) : run?.error === undefined ? (
            <SkeletonLines label="Looking at the won deals…" lines={3} />
          ) : (
            <FailedAnswer title="The deals could not be counted" error={run.error} onRetry={run.measure}>
              The leads are still open, and the other figures are not affected.
            </FailedAnswer>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** The sum in one sentence, then its parts; what is missing where there is none. */
function WorkedOut({ answer, source }: { answer: StagesAnswer; source: StagesSource }) {
  const { currency } = useResults().analysis.settings;
  const { share, margin = 1 } = source.chosen;
  const { stage, value } = answer.conversion;
  const { openView } = useScreen();
  if (!value)
    return (
      <div className="flex flex-col items-start gap-2 text-14 text-muted">
        <p>{describeMissing(answer, source)}</p>
        {answer.kind === 'status' && (
          <Button size="small" onClick={() => openView('stages')}>
            What an export needs
          </Button>
        )}
      </div>
    );
  const own = stage === null ? undefined : answer.stages[stage];
  const chance = own?.chance;
  const won = value.amount / (value.won.mean * margin);
  const range = describeWorthRange(value, currency);
  const known = share === undefined && chance?.kind === 'known';
  const parts = listWorthParts(
    {
      value,
      share: `Won: ${
        known
          ? `${describeWins(chance)}${chance.days > 0 ? `, ${countNoun(chance.days, 'day')} old or older` : ''}`
          : `${formatRate(won)}${share === undefined ? '' : ' (typed)'}`
      }`,
    },
    { margin, currency },
  );
  return (
    <div className="flex flex-col gap-2">
      <p className="text-16">
        A conversion is worth {value.isAtLeast ? 'at least' : 'about'}{' '}
        <strong className="font-semibold">{describeMoney(value.amount, currency)}</strong>:{' '}
        {describeShare(won)} {verbOf(won)} won, at {describeMoney(value.won.mean, currency)} on average
        {describeMargin(margin)}.
        {value.interval && <span className="text-muted"> Likely range: {range}.</span>}
      </p>
      <ul className="flex flex-col gap-0.5 text-13 text-muted">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
        {!value.interval && range !== '' && !value.isAtLeast && <li>No likely range: {range}</li>}
      </ul>
    </div>
  );
}

/** The first figure that is missing, and where it could come from. */
function describeMissing({ names, stages, conversion }: StagesAnswer, { chosen }: StagesSource): string {
  const own = conversion.stage === null ? undefined : stages[conversion.stage];
  const name = shortStage(names[conversion.stage ?? -1] ?? '');
  const isShareKnown =
    chosen.share !== undefined || own?.chance.kind === 'known' || own?.chance.kind === 'between';
  if (isShareKnown)
    return 'Type what a won deal brings on average: the file has no column of amounts that is in use.';
  if (own?.chance.kind === 'at-least')
    return `Too few leads are old enough: at least ${formatConfidence(own.chance.share)} of ${name} are won within ${countNoun(own.chance.days, 'day')}; later wins are not in this file yet. Type the share that you expect.`;
  return 'The file does not say how many of your conversions are won. Type the share that you expect.';
}
