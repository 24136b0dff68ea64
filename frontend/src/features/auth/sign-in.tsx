import { signInSchema, type Credentials, signUpSchema } from '#contract/auth.ts';
import { ApiError } from '#frontend/api/client.ts';
import { signIn, signUp } from '#frontend/api/account.ts';
import { useAcceptUser } from '#frontend/api/user.ts';
import { Button } from '#frontend/ui/button.tsx';
import { PasswordField } from '#frontend/ui/password-field.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { useForm, type FieldErrors } from '#frontend/ui/use-form.ts';
import { AuthFrame, EmailField } from './auth-frame.tsx';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { describeGoogleError } from '#contract/google.ts';
import { useAddressMessage } from '#frontend/ui/use-address-message.ts';

const NO_ACCOUNT = 'That email address does not have an account.';

export function SignIn() {
  const acceptUser = useAcceptUser();
  const { isPending, formProps, fieldProps } = useForm({
    schema: signInSchema,
    describeFailure: describeSignIn,
    async submit(credentials) {
      acceptUser(await signIn(credentials));
      toast({ title: 'Welcome back!' });
    },
  });
  return (
    <AuthFrame title="Sign in" other={{ question: 'No account yet?', text: 'Sign up', to: '/auth/signup' }}>
      <form {...formProps} className="flex flex-col gap-4">
        <EmailField {...fieldProps('email')} />
        <PasswordField {...fieldProps('password')} autoComplete="current-password" />
        <Button type="submit" variant="primary" disabled={isPending} className="mt-2 w-full">
          {isPending ? 'Signing in...' : 'Sign in'}
        </Button>
      </form>
    </AuthFrame>
  );
}

function describeSignIn(error: unknown): FieldErrors<keyof Credentials> {
  if (error instanceof ApiError && error.message.includes('USER_NOT_FOUND')) {
    toast({
      title: 'Account not found',
      description: NO_ACCOUNT,
      tone: 'destructive',
      action: { label: 'Create account', href: '/auth/signup' },
    });
    return { email: NO_ACCOUNT };
  }
  const reason = error instanceof ApiError ? (error.reason ?? 'Login failed') : null;
  toast({
    title: 'Login failed',
    description: reason ?? 'Please check your credentials and your connection.',
    tone: 'destructive',
  });
  const isAboutPassword =
    error instanceof ApiError && (error.code === 'WRONG_PASSWORD' || error.code === 'USE_GOOGLE');
  return isAboutPassword && reason ? { password: reason } : {};
}

export function SignUp() {
  const acceptUser = useAcceptUser();
  const { isPending, formProps, fieldProps } = useForm({
    schema: signUpSchema,
    describeFailure: describeSignUp,
    async submit(credentials) {
      acceptUser(await signUp(credentials));
      toast({ title: 'Account created!' });
    },
  });
  return (
    <AuthFrame title="Sign up" other={{ question: 'Have an account?', text: 'Sign in', to: '/auth/login' }}>
      <form {...formProps} className="flex flex-col gap-4">
        <EmailField {...fieldProps('email')} />
        <PasswordField
          {...fieldProps('password')}
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        />
        <Button type="submit" variant="primary" disabled={isPending} className="mt-2 w-full">
          {isPending ? 'Creating account...' : 'Sign up with Email'}
        </Button>
      </form>
    </AuthFrame>
  );
}

function describeSignUp(error: unknown): FieldErrors<keyof Credentials> {
  const reason = error instanceof ApiError ? (error.reason ?? 'Signup failed') : null;
  toast({ title: 'Signup failed', description: reason ?? 'Please try again', tone: 'destructive' });
  return error instanceof ApiError && error.code === 'EMAIL_TAKEN' && reason ? { email: reason } : {};
}

/** Shows why a sign-in with Google failed: the reason comes in the address of the sign-in page. */
export function useGoogleError(): void {
  useAddressMessage('error', (reason) => {
    const description = describeGoogleError(reason);
    if (description) toast({ title: 'Login failed', description, tone: 'destructive' });
  });
}
