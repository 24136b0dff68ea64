import type { RuleKind } from '#contract/platforms.ts';
import type { PlannedRule } from '#frontend/analysis/platforms/platform.ts';
import { ConnectionAccess } from '#frontend/features/connections/connection-access.tsx';
import { useTabChoice } from '#frontend/features/results/shown-results.tsx';
import { Badge } from '#frontend/ui/badge.tsx';
import { AccountStep } from './account-step.tsx';
import { CompareStep } from './compare-step.tsx';
import { MatchStep } from './match-step.tsx';
import { PushHistory } from './push-history.tsx';
import { makeRequest } from './push-request.ts';
import { PUSH_FORMS, useAccounts } from './push-form.ts';
import { useMatches } from './use-matches.ts';
import { usePushes } from './use-pushes.ts';

export interface PushPanelProps {
  kind: RuleKind;
  platformName: string;
  rules: readonly PlannedRule[];
  /** Whether the rules multiply a base value, which is no part of them. */
  hasBaseValue: boolean;
}

/** The steps from a plan to the rules of an ad account, and the pushes so far. */
export function PushPanel(props: PushPanelProps) {
  const { kind, platformName } = props;
  return (
    <ConnectionAccess
      kind={kind}
      words={{
        signedOut: 'Pushing needs an account here: it keeps what was written, so that you can undo it.',
        missing: `This site may not open your ${platformName} account yet.`,
        notOffered: 'This site no longer offers it. The steps below work as before.',
        stays: 'your plan stays here',
      }}
    >
      {(isTried) => (
        <>
          {!isTried && (
            <p className="pt-5">
              <Badge tone="caution" sign="!">
                Beta: not yet tried with a live account
              </Badge>
            </p>
          )}
          <Steps {...props} />
        </>
      )}
    </ConnectionAccess>
  );
}

function Steps({ kind, platformName, rules, hasBaseValue }: PushPanelProps) {
  const [form, setForm] = useTabChoice(PUSH_FORMS[kind]);
  const accounts = useAccounts(kind, form.account);
  const { account } = accounts;
  const matches = useMatches({ kind, account, rules, form });
  const pushes = usePushes(kind);
  const request = account && makeRequest({ account, rules, matchOf: matches.matchOf });
  return (
    <>
      <ol className="[counter-reset:push-step]">
        <AccountStep
          {...{ kind, platformName, accounts }}
          isTyped={form.account?.isTyped ?? false}
          onChange={(chosen) => setForm({ ...form, account: chosen })}
        />
        {account && matches.rows.length > 0 && (
          <MatchStep {...{ kind, platformName, matches, form, account }} onChange={setForm} />
        )}
        {account && (
          <CompareStep
            {...{ kind, platformName, rules, hasBaseValue, request, pushes }}
            openMatches={matches.open}
          />
        )}
      </ol>
      <PushHistory {...{ kind, platformName, pushes }} />
    </>
  );
}
