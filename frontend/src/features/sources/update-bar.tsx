import { useEffect, useEffectEvent, useState } from 'react';
import type { RulesInUse } from '#contract/alerts.ts';
import { PAGES } from '#contract/pages.ts';
import { PLATFORM_OF, CONNECTION_NAMES, RULE_KINDS } from '#contract/platforms.ts';
import { findToEnter } from '#frontend/analysis/platforms/to-enter.ts';
import { useAlertCalls } from '#frontend/api/alerts.ts';
import { packEntered } from '#frontend/choices/pack-figures.ts';
import { usePlannedNow } from '#frontend/features/platforms/platform-plans.tsx';
import { SHOWN_PLATFORM } from '#frontend/features/platforms/shown-platform.ts';
import { IS_PUSH_OPEN, MARKED_BY } from '#frontend/features/push/pushed-rules.ts';
import {
  useResults,
  useScreen,
  useShownPart,
  useTabChoice,
} from '#frontend/features/results/shown-results.tsx';
import { FailedCall } from '#frontend/features/saved/login-required.tsx';
import { addressInTeam } from '#frontend/lib/tab-team.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { forgetUpdate, type RulesUpdate } from './rules-update.ts';

/** Leads from an alert to the new rules: to the difference of a push, or to the steps of a plan. Afterwards alerts go by them. */
export function UpdateBar({ update, onDismiss }: { update: RulesUpdate; onDismiss(): void }) {
  const { id, name, version, by } = update;
  const { markInUse } = useAlertCalls(id);
  const [isSaid, setSaid] = useState(false);
  const [markedBy] = useTabChoice(MARKED_BY);
  const isDone = isSaid || markedBy !== null;
  const { isBusy, problem, run } = useAction(
    async (toEnter: RulesInUse['toEnter']) => {
      await markInUse({ version, by: 'entered', toEnter });
      setSaid(true);
    },
    (error) => <FailedCall error={error} />,
  );
  useRulesOpened(by);
  useEffect(() => {
    if (isDone) forgetUpdate();
  }, [isDone]);
  const { fields } = useResults().analysis;
  const plans = usePlannedNow();
  const enterNow = () => run(plans ? packEntered(fields, findToEnter(plans)) : undefined);

  if (isDone)
    return (
      <Notice tone="success" title="Alerts now go by these rules">
        <output>
          The leads to come are compared with them.{' '}
          <Link
            to={addressInTeam(`${PAGES.saved.path}/${encodeURIComponent(id)}`)}
            className="font-medium underline"
          >
            Back to {name}
          </Link>
        </output>
      </Notice>
    );
  const dismiss = () => {
    forgetUpdate();
    onDismiss();
  };
  return (
    <>
      <Notice
        tone="info"
        title={<span className="wrap-anywhere">New rules for {name}</span>}
        action={
          <>
            <Button size="small" disabled={isBusy} onClick={() => void enterNow()}>
              These rules are in use
            </Button>
            <Button size="small" variant="ghost" onClick={dismiss}>
              Dismiss
            </Button>
          </>
        }
      >
        {by === 'entered'
          ? 'Enter the plan of your platform, shown below. Then say so here: alerts go by these rules from then on.'
          : `Compare and push them with ${CONNECTION_NAMES[by]}, shown below: alerts go by these rules from then on.`}
      </Notice>
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
}

/** Opens the plan of the platform that has the rules, and the push where they were pushed. */
function useRulesOpened(by: RulesUpdate['by']): void {
  const { view } = useShownPart();
  const { openView } = useScreen();
  const kind = RULE_KINDS.find((one) => one === by);
  const [, setPushOpen] = useTabChoice(IS_PUSH_OPEN[kind ?? 'google-rules']);
  const [, choosePlatform] = useTabChoice(SHOWN_PLATFORM);
  const open = useEffectEvent(() => {
    if (kind) {
      choosePlatform(PLATFORM_OF[kind]);
      setPushOpen(true);
    }
    // The visitor may have asked for what has changed.
    if (view === null) openView('apply', 'rules');
  });
  useEffect(() => {
    // The view begins after this render, whose focus would follow that of the view.
    const start = setTimeout(open);
    return () => clearTimeout(start);
  }, []);
}
