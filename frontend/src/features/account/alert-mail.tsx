import { useId, useState, type ReactNode } from 'react';
import type { MailStatus } from '#contract/mail.ts';
import { PAGES } from '#contract/pages.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import {
  sendConfirmLink,
  stopAlertMail,
  useConfirmAddress,
  useMailStatus,
  useSetAlertMail,
} from '#frontend/api/mail.ts';
import { useUser } from '#frontend/api/user.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { useAction } from '#frontend/ui/use-action.ts';

/** Whether alerts go to the address of the user, with the step that comes next. Shown only where the site sends e-mail. */
export function AlertMail({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const headingId = useId();
  const { data: status, error, mutate } = useMailStatus();
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-col items-start gap-3 border-t border-hairline pt-5"
    >
      <Heading id={headingId} className="text-14 font-semibold">
        Alerts by e-mail
      </Heading>
      {status ? (
        <AlertMailStep status={status} />
      ) : error === undefined ? (
        <SkeletonLines label="Loading…" lines={2} />
      ) : (
        <FailedNotice title="This could not be loaded" onRetry={() => void mutate()}>
          {describeFailure(error)}
        </FailedNotice>
      )}
    </section>
  );
}

const describeFailure = (error: unknown): string => {
  if (isUnauthorized(error)) return 'You are logged out. Please log in again.';
  return reasonOf(error) ?? 'Please check your connection.';
};

function AlertMailStep({ status: { email, isProved, hasAlerts } }: { status: MailStatus }) {
  const setAlertMail = useSetAlertMail();
  const [isSent, setSent] = useState(false);
  const sending = useAction(async () => {
    await sendConfirmLink();
    setSent(true);
  }, describeFailure);
  const { isBusy, problem, run } = useAction(setAlertMail, describeFailure);
  return (
    <>
      <p className="text-14 wrap-anywhere text-muted">{describeStatus({ email, isProved, hasAlerts })}</p>
      {isProved ? (
        <Button disabled={isBusy} onClick={() => void run(!hasAlerts)}>
          {hasAlerts ? 'Stop these e-mails' : 'E-mail me alerts'}
        </Button>
      ) : (
        <Button disabled={sending.isBusy} onClick={() => void sending.run()}>
          {sending.isBusy ? 'Sending...' : isSent ? 'Send it again' : 'Send me the link'}
        </Button>
      )}
      <output className="text-13 text-muted empty:hidden">
        {isSent && !isProved && 'A link is on its way. Open it in this browser within 30 minutes.'}
      </output>
      {(problem ?? sending.problem) && <Notice tone="error">{problem ?? sending.problem}</Notice>}
    </>
  );
}

function describeStatus({ email, isProved, hasAlerts }: MailStatus): string {
  if (!isProved)
    return `When a rule no longer holds, an e-mail can tell you. First confirm that you read the mail of ${email}.`;
  return hasAlerts
    ? `On. When a rule no longer holds, an e-mail goes to ${email}, at most one for each run.`
    : `Off. When a rule no longer holds, an e-mail can go to ${email}, at most one for each run.`;
}

/** The page that a mailed link opens. */
function LinkFrame({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-sm flex-1 flex-col items-start gap-6 px-4 py-12 sm:py-18">
      <div className="flex flex-col gap-2">
        <h1 className="text-28 tracking-[-0.02em]">{title}</h1>
        <output className="text-14 wrap-anywhere text-muted">{text}</output>
      </div>
      {children}
    </div>
  );
}

const CONFIRM = 'Confirm your address';

/** The page behind the link that proves an address: for its user alone, who must be signed in. */
export function ConfirmAddress({ token }: { token: string }) {
  const { user, isLoading } = useUser();
  const confirmAddress = useConfirmAddress();
  const [isDone, setDone] = useState(false);
  const { isBusy, problem, run } = useAction(async () => {
    await confirmAddress(token);
    setDone(true);
  }, describeFailure);
  if (isLoading) return <LinkFrame title={CONFIRM} text="Loading…" />;
  if (!user)
    return (
      <LinkFrame
        title={CONFIRM}
        text="Sign in to the account that asked for the link, then open the link in your mail once more."
      >
        <Link to={PAGES.login.path} className={buttonClasses('primary')}>
          Sign in
        </Link>
      </LinkFrame>
    );
  if (isDone)
    return (
      <LinkFrame title="Your address is confirmed" text={`Alerts can go to ${user.email} now.`}>
        <div className="w-full">
          <AlertMail heading="h2" />
        </div>
      </LinkFrame>
    );
  return (
    <LinkFrame title={CONFIRM} text={`You are signed in as ${user.email}. Is this your address?`}>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Button variant="primary" disabled={isBusy} onClick={() => void run()}>
        {isBusy ? 'Confirming...' : 'Yes, confirm it'}
      </Button>
    </LinkFrame>
  );
}

/** The page behind the link that stops alerts. Only its button stops them: programs that look through mail open every link. */
export function StopAlerts({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  const { isBusy, problem, run } = useAction(async () => {
    await stopAlertMail(token);
    setDone(true);
  }, describeFailure);
  if (isDone)
    return (
      <LinkFrame
        title="Alerts by e-mail are stopped"
        text="Saved Analyses shows your alerts as before. You can turn the e-mails on again under Preferences."
      />
    );
  return (
    <LinkFrame
      title="Stop alerts by e-mail?"
      text="Then no more e-mails come when a rule no longer holds. The site shows alerts as before."
    >
      {problem && <Notice tone="error">{problem}</Notice>}
      <Button variant="primary" disabled={isBusy} onClick={() => void run()}>
        {isBusy ? 'Stopping...' : 'Stop these e-mails'}
      </Button>
    </LinkFrame>
  );
}
