import { signInSchema, type Credentials, signUpSchema } from '#contract/auth.ts';
import { CallFailure } from '#frontend/api/client.ts';
import { signIn, signUp, linkGoogle, usePendingLink, weakPasswordOf } from '#frontend/api/account.ts';
import { offersMail } from '#frontend/api/mail.ts';
import { useAcceptUser } from '#frontend/api/user.ts';
import { Button } from '#frontend/ui/button.tsx';
import { PasswordField } from '#frontend/ui/field.tsx';
import { toast, toastFailure } from '#frontend/ui/toast-store.ts';
import { useForm, type FieldErrors } from '#frontend/ui/use-form.ts';
import { AuthFrame, EmailField, AuthColumn, GoogleButton, LINK_CLASSES, Or } from './auth-frame.tsx';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { findText, GOOGLE_ERROR_PARAMETER, googleErrors, type GoogleError } from '#contract/google.ts';
import { useAddressMessage } from '#frontend/ui/use-address-message.ts';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { PAGES } from '#contract/pages.ts';
import { Link } from '#frontend/ui/link.tsx';

const NO_ACCOUNT = 'That email address does not have an account.';

export function SignIn() {
  useGoogleError();
  const acceptUser = useAcceptUser();
  const form = useForm({
    schema: signInSchema,
    describeFailure: describeSignIn,
    async submit(credentials) {
      acceptUser(await signIn(credentials));
      toast({ title: 'Welcome back!' });
    },
  });
  return (
    <AuthFrame
      title="Sign in"
      other={{ question: 'No account yet?', text: 'Sign up', to: PAGES.signup.path }}
    >
      <CredentialsForm form={form} label={form.isPending ? 'Signing in...' : 'Sign in'} />
      {offersMail() && (
        <p className="-mt-2 text-14">
          <Link to={PAGES.mail.path} className={LINK_CLASSES}>
            Forgot your password?
          </Link>
        </p>
      )}
    </AuthFrame>
  );
}

function describeSignIn(error: unknown): FieldErrors<keyof Credentials> {
  if (error instanceof CallFailure && error.message.includes('USER_NOT_FOUND')) {
    toastFailure('Account not found', NO_ACCOUNT, { label: 'Create account', href: PAGES.signup.path });
    return { email: NO_ACCOUNT };
  }
  return describeLoginFailure(error, 'Please check your credentials and your connection.');
}

interface CredentialsFormProps {
  form: ReturnType<typeof useForm<Credentials>>;
  /** The text of the button. */
  label: string;
  isNewPassword?: boolean;
  /** An address that the visitor cannot change. */
  givenEmail?: string;
  isDisabled?: boolean;
}

function CredentialsForm({ form, label, isNewPassword, givenEmail, isDisabled }: CredentialsFormProps) {
  const { isPending, formProps, fieldProps } = form;
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <EmailField {...fieldProps('email')} given={givenEmail} />
      <PasswordField
        {...fieldProps('password')}
        autoComplete={isNewPassword ? 'new-password' : 'current-password'}
        hint={isNewPassword ? `At least ${MIN_PASSWORD_LENGTH} characters` : undefined}
      />
      <Button type="submit" variant="primary" disabled={isPending || isDisabled} className="mt-2 w-full">
        {label}
      </Button>
    </form>
  );
}

/** The texts for a failed sign-in, beside the password too if the server says that it is wrong. */
function describeLoginFailure(error: unknown, otherwise: string): FieldErrors<keyof Credentials> {
  const reason = error instanceof CallFailure ? (error.reason ?? 'Login failed') : null;
  toastFailure('Login failed', reason ?? otherwise);
  const isAboutPassword =
    error instanceof CallFailure && (error.code === 'WRONG_PASSWORD' || error.code === 'USE_GOOGLE');
  return isAboutPassword && reason ? { password: reason } : {};
}

export function SignUp() {
  const acceptUser = useAcceptUser();
  const form = useForm({
    schema: signUpSchema,
    describeFailure: describeSignUp,
    async submit(credentials) {
      acceptUser(await signUp(credentials));
      toast({ title: 'Account created!' });
    },
  });
  return (
    <AuthFrame
      title="Sign up"
      other={{ question: 'Have an account?', text: 'Sign in', to: PAGES.login.path }}
    >
      <CredentialsForm
        form={form}
        label={form.isPending ? 'Creating account...' : 'Sign up with Email'}
        isNewPassword
      />
    </AuthFrame>
  );
}

function describeSignUp(error: unknown): FieldErrors<keyof Credentials> {
  const reason = error instanceof CallFailure ? (error.reason ?? 'Signup failed') : null;
  toastFailure('Signup failed', reason ?? 'Please try again');
  const weak = weakPasswordOf(error);
  if (weak) return { password: weak };
  return error instanceof CallFailure && error.code === 'EMAIL_TAKEN' && reason ? { email: reason } : {};
}

/** Shows why a sign-in with Google failed. The address of the sign-in page names the reason. */
function useGoogleError(): void {
  useAddressMessage('error', (reason) => {
    const description = findText(googleErrors, reason);
    if (description) toastFailure('Login failed', description);
  });
}

const LINKED = 'Your account is now linked to Google. Your password works as before.';

/** Asks for the password of an account before a Google account with the same e-mail address is linked to it. */
export function LinkGoogle() {
  const navigate = useNavigate();
  const acceptUser = useAcceptUser();
  const { data: email, error } = usePendingLink();
  /** The link is over then, which the server says when the new user's data are asked for. */
  const isLinked = useRef(false);
  const startAgain = (reason: GoogleError) =>
    void navigate(`${PAGES.login.path}?${GOOGLE_ERROR_PARAMETER}=${reason}`, { replace: true });
  useEffect(() => {
    if (error && !isLinked.current) startAgain(isOver(error) ? 'google-expired' : 'google-unavailable');
    // `navigate` stays the same as long as the page is shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error]);

  const form = useForm({
    schema: signInSchema,
    describeFailure(failure) {
      if (!isOver(failure))
        return describeLoginFailure(failure, 'Please check your password and your connection.');
      startAgain('google-expired');
      return {};
    },
    async submit({ password }) {
      const linked = await linkGoogle(password);
      isLinked.current = true;
      acceptUser(linked);
      toast({ title: 'Welcome back!', description: LINKED });
      void navigate('/', { replace: true });
    },
  });
  return (
    <AuthColumn
      title="Link your account"
      text="This email address already has an account with a password. Enter the password once. After that you can sign in with Google or with the password."
    >
      <CredentialsForm
        form={form}
        label={form.isPending ? 'Linking...' : 'Link to Google'}
        givenEmail={email ?? ''}
        isDisabled={email === undefined}
      />
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

const isOver = (error: unknown): boolean => error instanceof CallFailure && error.code === 'LINK_EXPIRED';
