import useSWR from 'swr';
import type { PushRecord } from '#contract/push-answers.ts';
import { pushKey } from '#frontend/api/pushes.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Notice, type NoticeTone } from '#frontend/ui/notice.tsx';
import { countChanges } from './difference-table.tsx';

interface PushOutcomeProps {
  platformName: string;
  /** As it was answered. Its undo on this page replaces it. */
  push: PushRecord;
  /** Compares the account with the plan again; null while the plan is not complete. */
  onLook: (() => void) | null;
}

/** The result of a push: the rules that were written and read back, or the step at which it stopped. */
export function PushOutcome({ platformName, push: answered, onLook }: PushOutcomeProps) {
  const { data: push = answered } = useSWR<PushRecord>(pushKey(answered.id), null);
  const { tone, title, text } = describeOutcome(push, platformName);
  const hasStopped = push.state === 'stopped' || push.state === 'undo-stopped';
  return (
    <Notice tone={tone} title={title} className="flex-wrap">
      <div className="mt-1 flex flex-col gap-3">
        <p className="max-w-prose">{text}</p>
        <PushDetails push={push} />
        <div className="flex flex-wrap gap-2 empty:hidden">
          {hasStopped && onLook && (
            <Button size="small" onClick={onLook}>
              Look Again
            </Button>
          )}
        </div>
      </div>
    </Notice>
  );
}

/** The rules that were written, the effect on the rules in use, and the steps that are left to do by hand. */
export function PushDetails({ push: { written, next, kept, state, rulesInUse } }: { push: PushRecord }) {
  const isBack = state === 'undone';
  return (
    <>
      {rulesInUse && <p className="max-w-prose text-13">{IN_USE_WORDS[rulesInUse]}</p>}
      <Items title={written.length > 0 ? 'Written' : 'Nothing was written.'} items={written} />
      {!isBack && <Items title="Left to do by hand" items={next} isInOrder />}
      <Items title="What the platform keeps" items={kept} />
    </>
  );
}

const IN_USE_WORDS: Readonly<Record<NonNullable<PushRecord['rulesInUse']>, string>> = {
  marked: 'These rules came into use: the alerts of the saved analysis go by them.',
  'not-marked':
    'The saved analysis was changed, moved or deleted meanwhile, so its alerts still go by the rules before.',
  restored: 'The rules before are in use again, with their alerts.',
  left: 'Other rules came into use after this push. They stay, and alerts go by them.',
};

interface ItemsProps {
  title: string;
  items: readonly string[];
  /** Whether they are steps. */
  isInOrder?: boolean;
}

function Items({ title, items, isInOrder = false }: ItemsProps) {
  if (items.length === 0 && !title.endsWith('.')) return null;
  const List = isInOrder ? 'ol' : 'ul';
  return (
    <div className="text-13">
      <p className="font-medium">{title}</p>
      <List
        className={cx(
          'mt-0.5 flex max-w-prose flex-col gap-0.5 marker:text-muted empty:hidden',
          isInOrder ? 'list-decimal pl-5' : 'list-disc pl-4',
        )}
      >
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- writes may have the same words, and have only an order
          <li key={index} className="wrap-anywhere">
            {item}
          </li>
        ))}
      </List>
    </div>
  );
}

interface Outcome {
  tone: NoticeTone;
  title: string;
  text: string;
}

export function describeOutcome(
  { state, difference, account, problem }: PushRecord,
  platformName: string,
): Outcome {
  const changes = countChanges(difference);
  switch (state) {
    case 'done':
      return {
        tone: 'success',
        title: `${countNoun(changes, 'change')} written and read back`,
        text: `${account.name} now has the rules of this plan: we read them back from ${platformName} after the last write. You can undo it below.`,
      };
    case 'stopped':
      return {
        tone: 'caution',
        title: 'The push stopped on the way',
        text:
          problem ??
          `${platformName} did not take all of it. Look again to see what is missing, then push it.`,
      };
    case 'undone':
      return {
        tone: 'success',
        title: 'Undone',
        text: `The rules of ${account.name} have the effect that they had before the push. We read them back.`,
      };
    case 'undo-stopped':
      return {
        tone: 'caution',
        title: 'The undo stopped on the way',
        text: `${problem ?? `${platformName} did not take all of it.`} You can undo the rest.`,
      };
    case 'writing':
      return {
        tone: 'info',
        title: 'This push is under way',
        text: 'Look again in a moment to see what came of it.',
      };
  }
}
