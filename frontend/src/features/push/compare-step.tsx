import { PUSH_WORDS } from '#frontend/analysis/platforms/push-words.ts';
import type { PushPreview } from '#contract/push-answers.ts';
import { MAX_MULTIPLIER, MAX_PUSHED_RULES, type PushRequest } from '#contract/pushes.ts';
import { PLATFORM_OF, type RuleKind } from '#contract/platforms.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { countNoun, formatCount } from '#frontend/lib/format.ts';
import { ProgressBar } from '#frontend/ui/progress.tsx';
import { countChanges, DifferenceTable } from './difference-table.tsx';
import { PushFailure } from './push-failure.tsx';
import type { PushRun } from './push-form.ts';
import { PushOutcome, describeOutcome } from './push-outcome.tsx';
import { isPushable } from './push-request.ts';
import { PushStep } from './push-step.tsx';
import { useRef, useContext, useState } from 'react';
import { useAlertCalls } from '#frontend/api/alerts.ts';
import { PlanOf } from '#frontend/features/platforms/plan-of.ts';
import { useResults, useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { FailedCall } from '#frontend/features/saved/login-required.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { MARKED_BY } from './pushed-rules.ts';
import { type Pushes, usePushRun, packPushed } from './use-pushes.ts';

interface CompareStepProps {
  kind: RuleKind;
  platformName: string;
  rules: readonly PlannedRule[];
  hasBaseValue: boolean;
  /** Null while it is not complete. */
  request: PushRequest | null;
  /** How many values are still to be matched. */
  openMatches: number;
  pushes: Pushes;
}

/** The difference between the account and the plan, and the button that writes it. */
export function CompareStep(props: CompareStepProps) {
  const { kind, platformName, rules, hasBaseValue, request, openMatches, pushes } = props;
  const { run, compare, push } = usePushRun(kind, rules, pushes);
  const testButton = useRef<HTMLButtonElement>(null);
  const isBusy = run.state === 'comparing' || run.state === 'pushing';
  const canTest = PUSH_WORDS[PLATFORM_OF[kind]].testsWrites;
  const isStale = run.state === 'compared' && !isSameRequest(run.request, request);
  const isSettled = run.state === 'pushed' || (run.state === 'compared' && !isStale);
  const wait = describeObstacle(rules, openMatches);
  return (
    <PushStep
      title={canTest ? 'Test the push' : 'Check the push'}
      note={`${
        canTest
          ? `Reads the account, and has ${platformName} test the first write without making it. Later writes build on it.`
          : `Reads the account and checks each rule against the limits of ${platformName}, which offers no test.`
      }${hasBaseValue ? ' Only rules are pushed: set the base conversion value yourself, as the first of the steps below says.' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant={isSettled ? 'secondary' : 'primary'}
          ref={testButton}
          disabled={!request}
          // A button that is disabled would lose the focus.
          aria-disabled={isBusy}
          onClick={() => request && !isBusy && void compare(request)}
        >
          {nameCompare(run, canTest)}
        </Button>
        {wait && <p className="text-13 text-muted">{wait}</p>}
      </div>
      <Limited rules={rules} />
      {/* The element is always there, since screen readers announce only changes of an existing one. */}
      <output className="sr-only">{isStale ? '' : describeRun(run, platformName)}</output>
      {run.state === 'comparing' && (
        <ProgressBar label={`Reading the account on ${platformName}…`} value={null} />
      )}
      {run.state === 'pushing' && (
        <ProgressBar
          label={`Writing to ${platformName}, and reading it back. It goes on if you leave this page…`}
          value={null}
        />
      )}
      {run.state === 'failed' && (
        <PushFailure
          {...{ kind, platformName }}
          error={run.error}
          at={run.at === 'compare' ? 'read' : 'push'}
          onRetry={() => {
            pushes.askAgain();
            if (request) void compare(request);
          }}
        />
      )}
      {isStale && (
        <Notice tone="caution" title={`Your choices have changed since the ${canTest ? 'test' : 'check'}`}>
          {canTest ? 'Test' : 'Check'} again to see the difference for them.
        </Notice>
      )}
      {run.state === 'compared' && !isStale && (
        <Preview
          {...{ kind, platformName, rules }}
          preview={run.preview}
          isChanged={run.isChanged}
          onPush={() => {
            // The pressed button goes.
            testButton.current?.focus();
            void push(run);
          }}
        />
      )}
      {run.state === 'pushed' && (
        <PushOutcome
          {...{ platformName }}
          push={run.push}
          onLook={request ? () => void compare(request) : null}
        />
      )}
    </PushStep>
  );
}

/** The news of a run, in a few words for visitors who do not see it. A failure is announced by its notice. */
function describeRun(run: PushRun, platformName: string): string {
  if (run.state === 'pushed') return describeOutcome(run.push, platformName).title;
  if (run.state !== 'compared') return '';
  const { difference, problems } = run.preview;
  if (problems.length > 0) return `${countNoun(problems.length, 'problem')} found.`;
  return `The difference is shown: ${countNoun(countChanges(difference), 'change')}.`;
}

const isSameRequest = (a: PushRequest, b: PushRequest | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

function nameCompare({ state }: PushRun, canTest: boolean): string {
  if (state === 'comparing') return canTest ? 'Testing...' : 'Checking...';
  if (state === 'compared') return canTest ? 'Test Again' : 'Check Again';
  return canTest ? 'Test' : 'Check';
}

/** The reason why a test cannot begin yet; null if it can. */
function describeObstacle(rules: readonly PlannedRule[], openMatches: number): string | null {
  if (openMatches > 0) return `${countNoun(openMatches, 'value')} above must be confirmed first.`;
  if (isPushable(rules)) return null;
  return `A push takes at most ${formatCount(MAX_PUSHED_RULES)} rules, and this plan has ${formatCount(rules.length)}.`;
}

/** Says that a figure of the plan is larger than a push takes. */
function Limited({ rules }: { rules: readonly PlannedRule[] }) {
  const count = rules.filter(({ multiplier }) => multiplier > MAX_MULTIPLIER).length;
  if (count === 0) return null;
  return (
    <p className="text-13 text-caution">
      <span aria-hidden>! </span>
      {countNoun(count, 'multiplier')} above {formatCount(MAX_MULTIPLIER)} will be pushed as{' '}
      {formatCount(MAX_MULTIPLIER)}.
    </p>
  );
}

interface PreviewProps {
  kind: RuleKind;
  platformName: string;
  rules: readonly PlannedRule[];
  preview: PushPreview;
  isChanged: boolean;
  onPush(): void;
}

/** All that a push would do, and the button for it. */
function Preview({ kind, platformName, rules, preview, isChanged, onPush }: PreviewProps) {
  const { difference, others, touches, notes, problems, isTested, accountName } = preview;
  const changes = countChanges(difference);
  const canPush = changes > 0;
  return (
    <>
      {isChanged && (
        <Notice tone="caution" title="The account has changed since you looked">
          Nothing was written. This is the new difference.
        </Notice>
      )}
      <DifferenceTable difference={difference} caption={`Difference for ${accountName}`} />
      <Others others={others} />
      <Sentences title="What these rules touch" sentences={touches} />
      <Sentences title="What cannot be taken back" sentences={notes} tone="caution" />
      <Problems {...{ problems, rules, platformName }} />
      {problems.length === 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hairline pt-4">
          {canPush && (
            <Button variant="primary" onClick={onPush}>
              Push {countNoun(changes, 'change')}
            </Button>
          )}
          <p className="max-w-prose min-w-0 flex-1 basis-64 text-13 text-muted">
            {canPush
              ? `Into ${accountName}. ${
                  isTested
                    ? `${platformName} has tested the first write and would take it.`
                    : 'Checked by us: no rule is against a limit that we know of.'
                } You can undo it.`
              : `${accountName} already has the rules of this plan. There is nothing to push.`}
          </p>
          {!canPush && <InUseButton {...{ kind, rules }} />}
        </div>
      )}
    </>
  );
}

/** The rules of the account that we did not make. */
function Others({ others }: { others: PushPreview['others'] }) {
  if (others.length === 0) return <p className="text-13 text-muted">The account has no other rules.</p>;
  return (
    <details className="rounded-surface border border-hairline px-4">
      <summary className="py-2.5 text-14 font-medium">
        {countNoun(others.length, 'other rule')} of the account, never touched
      </summary>
      <ul className="flex flex-col gap-2 pt-1 pb-4 text-13">
        {others.map(({ rule, effect }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rules in words may be the same, and have only an order
          <li key={index} className="flex flex-wrap justify-between gap-x-6">
            <span className="min-w-0 wrap-anywhere">{rule}</span>
            <span className="text-muted tabular-nums">{effect}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface SentencesProps {
  title: string;
  sentences: readonly string[];
  tone?: 'caution';
}

function Sentences({ title, sentences, tone }: SentencesProps) {
  if (sentences.length === 0) return null;
  return (
    <div className={tone ? 'border-l-2 border-caution pl-4' : 'border-l-2 border-strong pl-4'}>
      <h6 className="text-13 font-semibold">{title}</h6>
      <ul className="mt-1 flex max-w-prose flex-col gap-1 text-13 text-muted">
        {sentences.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The reasons why there is no button. */
function Problems({
  problems,
  rules,
  platformName,
}: Pick<PushPreview, 'problems'> & Pick<PreviewProps, 'rules' | 'platformName'>) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="error" title={`This cannot be pushed to ${platformName} as it is. Nothing was written.`}>
      <ul className="mt-1 flex max-w-prose flex-col gap-1.5">
        {problems.map(({ rule, message }) => (
          <li key={`${rule} ${message}`}>
            {rule !== null && <span className="font-medium">{nameProblemRule(rules, rule)}: </span>}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** 'Rule 2 (CA + Mobile)' */
function nameProblemRule(rules: readonly PlannedRule[], index: number): string {
  const values = rules[index]?.conditions.map(({ value }) => value).join(' + ');
  return `Rule ${index + 1}${values ? ` (${values})` : ''}`;
}

/**
 * Brings rules into use that the account has already: their push was interrupted at its end, or made before the analysis was saved. Nothing
 * without a saved analysis.
 */
function InUseButton({ kind, rules }: { kind: RuleKind; rules: readonly PlannedRule[] }) {
  const planOf = useContext(PlanOf);
  const { fields } = useResults().analysis;
  const [markedBy] = useTabChoice(MARKED_BY);
  const [isSaid, setSaid] = useState(false);
  const { markInUse } = useAlertCalls(planOf?.id ?? '');
  const { isBusy, problem, run } = useAction(
    async (version: number) => {
      await markInUse({ version, by: kind, toEnter: packPushed(fields, kind, rules) });
      setSaid(true);
    },
    (error) => <FailedCall error={error} />,
  );
  if (!planOf || markedBy !== null) return null;
  if (isSaid) return <output className="text-13">Alerts now go by these rules.</output>;
  return (
    <>
      <Button size="small" disabled={isBusy} onClick={() => void run(planOf.version)}>
        These rules are in use
      </Button>
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
}
