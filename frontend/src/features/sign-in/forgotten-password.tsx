import { useState } from 'react';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { forgottenSchema, newPasswordSchema, type PasswordResetDone } from '#contract/mail.ts';
import { PAGES } from '#contract/pages.ts';
import { weakPasswordOf } from '#frontend/api/account.ts';
import { reasonOf } from '#frontend/api/client.ts';
import { reportForgotten, resetPassword } from '#frontend/api/mail.ts';
import { useAskUser } from '#frontend/api/user.ts';
import { Button, buttonClasses } from '#frontend/ui/button.tsx';
import { PasswordField } from '#frontend/ui/field.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { useForm } from '#frontend/ui/use-form.ts';
import { EmailField, LINK_CLASSES, NarrowColumn } from './auth-frame.tsx';

const describeFailure = (error: unknown): string => reasonOf(error) ?? 'Please check your connection.';

const NO_MAIL = 'If none comes, it may lie among unwanted mail, or the address has no account here.';

/** Asks for the address of an account whose password is forgotten. Nothing tells whether there is one. */
export function ForgottenPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isPending, problem, formProps, fieldProps } = useForm({
    schema: forgottenSchema,
    describeFailure,
    async submit({ email }) {
      await reportForgotten(email);
      setSentTo(email);
    },
  });
  if (sentTo !== null)
    return (
      <NarrowColumn
        title="Look into your mail"
        text={`If ${sentTo} has an account here, an e-mail with a link is on its way. The link works once, for 30 minutes. ${NO_MAIL}`}
      >
        <Link to={PAGES.login.path} className={LINK_CLASSES}>
          Back to the sign-in
        </Link>
      </NarrowColumn>
    );
  return (
    <NarrowColumn
      title="Forgot your password?"
      text="Enter the address of your account. An e-mail brings the link to a new password."
    >
      <form {...formProps} className="flex w-full flex-col gap-4">
        <EmailField {...fieldProps('email')} />
        {problem && <Notice tone="error">{problem}</Notice>}
        <Button type="submit" variant="primary" disabled={isPending} className="mt-2 w-full">
          {isPending ? 'Sending...' : 'Send me the link'}
        </Button>
      </form>
    </NarrowColumn>
  );
}

/** The page behind the link to a new password. */
export function NewPasswordForm({ token }: { token: string }) {
  const askUser = useAskUser();
  const [done, setDone] = useState<PasswordResetDone | null>(null);
  const { isPending, problem, formProps, fieldProps } = useForm({
    schema: newPasswordSchema,
    describeFailure(error) {
      const weak = weakPasswordOf(error);
      return weak ? { newPassword: weak } : describeFailure(error);
    },
    async submit(entered) {
      setDone(await resetPassword({ ...entered, token }));
      await askUser(); // the session of this browser may have ended too
    },
  });
  if (done !== null)
    return (
      <NarrowColumn title="Sign in again" text={describeDone(done)}>
        <Link to={PAGES.login.path} className={buttonClasses('primary')}>
          Sign in
        </Link>
      </NarrowColumn>
    );
  return (
    <NarrowColumn title="Choose a new password" text="All devices are signed out then, this one too.">
      <form {...formProps} className="flex w-full flex-col gap-4">
        <PasswordField
          {...fieldProps('newPassword')}
          label="New password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        />
        {problem && (
          <Notice tone="error">
            {problem}{' '}
            <Link to={PAGES.mail.path} className={LINK_CLASSES}>
              Ask for a new link
            </Link>
          </Notice>
        )}
        <Button type="submit" variant="primary" disabled={isPending} className="mt-2 w-full">
          {isPending ? 'Changing...' : 'Change Password'}
        </Button>
      </form>
    </NarrowColumn>
  );
}

const HANDED_OVER =
  'Nobody had confirmed the address before, so somebody else may have made the account. Its read-only links, its connections and what kept its analyses current have ended; the analyses are still there.';

const describeDone = ({ message, isHandedOver }: PasswordResetDone): string =>
  [message, 'All devices are signed out.', ...(isHandedOver ? [HANDED_OVER] : [])].join(' ');
