import { useCallback, useEffect, useMemo, useState } from 'react';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import { askedStages } from '#frontend/choices/named-stages.ts';
import type { ShownStages, StagesSource } from '#frontend/features/results/results-source.ts';
import { useResults } from '#frontend/features/results/shown-results.tsx';
import type { StagesAnswer } from '#frontend/threads/leads/stage-answers.ts';
import { useCancellable } from '#frontend/ui/use-cancellable.ts';
import { useWhenIdle } from '#frontend/ui/use-when-idle.ts';
import { describeOpenByChance } from './open-by-chance.ts';
import { listStageSections } from './stages-columns.tsx';
import type { StagesRun } from './stages-run.tsx';

interface FindStagesProps {
  /** Absent without rows. */
  source: StagesSource | undefined;
  /** The figures as stored. */
  stored: ShownStages | undefined;
  /** True while the view is shown. */
  isOpen: boolean;
  onRun(run: StagesRun): void;
}

/** Finds the stages in idle time after the results are drawn, and measures them once somebody asks. Draws nothing. */
export function FindStages({ source, stored, ...props }: FindStagesProps) {
  if (source) return <FindInRows source={source} {...props} />;
  return stored && <TakeStored stored={stored} onRun={props.onRun} />;
}

function TakeStored({ stored, onRun }: { stored: ShownStages } & Pick<FindStagesProps, 'onRun'>) {
  const { currency } = useResults().analysis.settings;
  useEffect(
    () => onRun({ ...NO_ROWS, isTold: true, figures: stored, sections: listStageSections(stored, currency) }),
    [onRun, stored, currency],
  );
  return null;
}

const NO_ROWS = { plan: null, answer: null, open: null, error: undefined, measure: () => {} };

interface FindInRowsProps extends Pick<FindStagesProps, 'isOpen' | 'onRun'> {
  source: StagesSource;
}

function FindInRows({ source, isOpen, onRun }: FindInRowsProps) {
  const { combinations } = useResults();
  const { ask } = source;
  const found = useCancellable<StagePlan | null, never>();
  const [known, setKnown] = useState<{ ask: object; proposed: StagePlan | null } | null>(null);
  const proposed = known?.ask === ask ? known.proposed : undefined;
  const isIdle = useWhenIdle(combinations !== null, ask);
  const isDue = proposed === undefined && (isOpen || isIdle);
  const { start } = found;
  const findNow = useCallback(() => {
    void start(async () => {
      const plan = await ask.find();
      setKnown({ ask, proposed: plan });
      return plan;
    });
  }, [ask, start]);
  useEffect(() => {
    if (isDue) findNow();
  }, [isDue, findNow]);
  return <MeasureStages {...{ source, isOpen, onRun, proposed, findNow, foundError: errorOf(found.task) }} />;
}

interface MeasureStagesProps extends FindInRowsProps {
  /** Undefined until it is known. */
  proposed: StagePlan | null | undefined;
  findNow(): void;
  foundError: unknown;
}

function MeasureStages({ source, isOpen, onRun, proposed, findNow, foundError }: MeasureStagesProps) {
  const { chosen, headers, ask } = source;
  const { analysis, context } = useResults();
  const { thresholdPercent } = analysis.settings;
  const { plan: order, share, amount, margin, openByChance: isChosen = false } = chosen;
  const { statusColumn, qualifiedValues } = context;
  const asked = useMemo(
    () =>
      askedStages(proposed ?? null, {
        chosen: { plan: order, share, amount, margin },
        headers,
        context: { statusColumn, qualifiedValues },
      }),
    [proposed, order, share, amount, margin, headers, statusColumn, qualifiedValues],
  );
  const plan = proposed ? asked.stages : null;
  const question = useMemo(() => ({ ...asked, thresholdPercent }), [asked, thresholdPercent]);
  const { task, start } = useCancellable<StagesAnswer, never>();
  const [isWanted, setWanted] = useState(false);
  const [last, setLast] = useState<{ ask: object; question: object; answer: StagesAnswer } | null>(null);
  const isTold = proposed === undefined ? undefined : proposed !== null;
  // Exports and the report have the stages, also where nobody opens the view.
  const hasFigures = plan !== null && plan.shape.kind !== 'status';
  const isAsked = isOpen || isWanted || hasFigures;
  const isDue = isTold !== undefined && isAsked && (last?.question !== question || last.ask !== ask);
  const measureNow = useCallback(() => {
    void start(() => ask.measure(question)).then((answer) => answer && setLast({ ask, question, answer }));
  }, [ask, question, start]);
  useEffect(() => {
    if (isDue) measureNow();
  }, [isDue, measureNow]);
  const error = foundError ?? errorOf(task);
  const measure = useCallback(() => {
    setWanted(true);
    if (isTold === undefined) findNow();
    else if (error !== undefined) measureNow();
  }, [isTold, error, findNow, measureNow]);
  const answer = last?.ask === ask ? last.answer : null;
  const { currency } = analysis.settings;
  const sections = useMemo(
    () => (answer && hasFigures ? listStageSections(answer, currency) : null),
    [answer, hasFigures, currency],
  );
  const isSettled =
    error !== undefined || isTold === false || (plan !== null && !hasFigures) || answer !== null;
  const { typedShare } = asked;
  const open = useMemo(
    () => (isSettled ? describeOpenByChance({ isChosen, answer, plan, typedShare, analysis }) : null),
    [isSettled, isChosen, answer, plan, typedShare, analysis],
  );
  useEffect(
    () => onRun({ plan, isTold, answer, figures: answer, sections, open, error, measure }),
    [onRun, plan, isTold, answer, sections, open, error, measure],
  );
  return null;
}

const errorOf = (task: { state: string; error?: unknown }): unknown =>
  task.state === 'failed' ? task.error : undefined;
