import { useState } from 'react';
import type { TeamRules } from '#contract/organisation.ts';
import { describeFailure } from '#frontend/api/describe-failure.ts';
import { useRuleCalls } from '#frontend/api/organisation.ts';
import { GOOGLE_SIGN_IN_URL } from '#frontend/api/user.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { TeamSection } from '#frontend/features/account/team-section.tsx';

interface DomainRuleProps {
  rules: TeamRules;
  isAdmin: boolean;
}

/** Which sign-in opens the team. An admin can require the domain of their own session. */
export function DomainRuleSection({ rules, isAdmin }: DomainRuleProps) {
  const { domain, sessionDomain } = rules;
  return (
    <TeamSection title="Sign-in">
      <div className="flex max-w-prose flex-col gap-2 text-14">
        {domain === null ? (
          <p>This team opens however its members sign in.</p>
        ) : (
          <p>
            This team opens only for members who have signed in with Google through{' '}
            <strong className="font-semibold">{domain}</strong>. Shared links, inboxes and scheduled runs go
            on without a sign-in.
          </p>
        )}
        {isAdmin && domain === null && (
          <p className="text-muted">
            {sessionDomain === null ? (
              <>
                You can require sign-in through the Google Workspace of your organisation once you are signed
                in through it yourself:{' '}
                <a href={GOOGLE_SIGN_IN_URL} className="font-medium underline">
                  Continue with Google
                </a>
                .
              </>
            ) : (
              `You are signed in through ${sessionDomain}, so you can require this domain.`
            )}
          </p>
        )}
      </div>
      {isAdmin && <DomainChoice rules={rules} />}
    </TeamSection>
  );
}

/** The button that sets or ends the rule, and the question before. */
function DomainChoice({ rules: { domain, sessionDomain } }: Omit<DomainRuleProps, 'isAdmin'>) {
  const [isAsked, setAsked] = useState(false);
  const { requireDomain } = useRuleCalls();
  const { isBusy, problem, run } = useAction(requireDomain, describeFailure);
  const next = domain === null ? sessionDomain : null;
  if (domain === null && next === null) return null;
  const confirm = async () => {
    await run(next);
    setAsked(false);
  };
  return (
    <>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Button className="self-start" onClick={() => setAsked(true)}>
        {next === null ? 'Allow any sign-in' : `Require ${next}`}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={next === null ? 'Allow any sign-in?' : `Require sign-in through ${next}?`}
        description={
          next === null
            ? 'Members can open the team again however they sign in, also with a password.'
            : `Members who have signed in with a password or another Google account can no longer open the team. They are told to sign in with Google through ${next}; an account elsewhere needs a new invitation for its ${next} account.`
        }
        confirmLabel={isBusy ? 'Saving...' : next === null ? 'Allow any sign-in' : `Require ${next}`}
        tone="primary"
        isBusy={isBusy}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
