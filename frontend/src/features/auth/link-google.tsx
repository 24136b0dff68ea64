import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { signInSchema, type Credentials } from '#contract/auth.ts';
import { GOOGLE_ERROR_PARAMETER, type GoogleError } from '#contract/google.ts';
import { PAGES } from '#contract/pages.ts';
import { ApiError } from '#frontend/api/client.ts';
import { linkGoogle, usePendingLink } from '#frontend/api/account.ts';
import { useAcceptUser } from '#frontend/api/user.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { PasswordField } from '#frontend/ui/password-field.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { useForm, type FieldErrors } from '#frontend/ui/use-form.ts';
import { AuthColumn, GoogleButton, LINK_CLASSES, Or, EmailField } from './auth-frame.tsx';

const LINKED = 'Your account is now linked to Google. Your password works as before.';

/** Asks for the password of the account whose address Google has named, before Google leads to that account. */
export function LinkGoogle() {
  const navigate = useNavigate();
  const acceptUser = useAcceptUser();
  const { data: email, error } = usePendingLink();
  const startAgain = (reason: GoogleError) =>
    void navigate(`${PAGES.login.path}?${GOOGLE_ERROR_PARAMETER}=${reason}`, { replace: true });
  useEffect(() => {
    if (error) startAgain(isOver(error) ? 'google-expired' : 'google-unavailable');
    // `navigate` stays the same as long as the page is shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error]);

  const { isPending, formProps, fieldProps } = useForm({
    schema: signInSchema,
    describeFailure(failure) {
      if (!isOver(failure)) return describeFailure(failure);
      startAgain('google-expired');
      return {};
    },
    async submit({ password }) {
      acceptUser(await linkGoogle(password));
      toast({ title: 'Welcome back!', description: LINKED });
      void navigate('/', { replace: true });
    },
  });
  return (
    <AuthColumn
      title="Link your account"
      text="This email address already has an account with a password. Enter the password once. After that you can sign in with Google or with the password."
    >
      <form {...formProps} className="flex flex-col gap-4">
        <EmailField {...fieldProps('email')} given={email ?? ''} />
        <PasswordField {...fieldProps('password')} autoComplete="current-password" />
        <Button
          type="submit"
          variant="primary"
          disabled={isPending || email === undefined}
          className="mt-2 w-full"
        >
          {isPending ? 'Linking...' : 'Link to Google'}
        </Button>
      </form>
      <Or />
      <GoogleButton />
      <p className="text-14 text-muted">
        Don&rsquo;t know the password? Continue with another Google address, or write to the{' '}
        <Link to={`${PAGES.privacy.path}#contact`} className={LINK_CLASSES}>
          operator of this site
        </Link>
        .
      </p>
    </AuthColumn>
  );
}

const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'LINK_EXPIRED';

function describeFailure(error: unknown): FieldErrors<keyof Credentials> {
  const reason = error instanceof ApiError ? (error.reason ?? 'Login failed') : null;
  toast({
    title: 'Login failed',
    description: reason ?? 'Please check your password and your connection.',
    tone: 'destructive',
  });
  const isAboutPassword = error instanceof ApiError && error.code === 'WRONG_PASSWORD';
  return isAboutPassword && reason ? { password: reason } : {};
}
