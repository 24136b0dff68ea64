import { useContext, useState } from 'react';
import type { RuleKind } from '#contract/platforms.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { useAlertCalls } from '#frontend/api/alerts.ts';
import { useResults, useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { FailedCall } from '#frontend/features/saved/login-required.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { MARKED_BY, PlanOf } from './pushed-rules.ts';
import { packPushed } from './use-push-run.ts';

interface InUseButtonProps {
  kind: RuleKind;
  rules: readonly PlannedRule[];
}

/**
 * Brings rules into use that the account has already: their push was interrupted at its end, or made before the analysis was saved. Nothing
 * without a saved analysis.
 */
export function InUseButton({ kind, rules }: InUseButtonProps) {
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
