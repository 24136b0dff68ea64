import { signInSchema, type Credentials } from '#contract/auth.ts';
import { ApiError } from '#frontend/api/client.ts';
import { signIn } from '#frontend/api/sign-in.ts';
import { useAcceptUser } from '#frontend/api/user.ts';
import { Button } from '#frontend/ui/button.tsx';
import { PasswordField } from '#frontend/ui/field.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { useForm, type FieldErrors } from '#frontend/ui/use-form.ts';
import { AuthFrame, EmailField } from './auth-frame.tsx';

const NO_ACCOUNT = 'That email address does not have an account.';

export function SignIn() {
  const acceptUser = useAcceptUser();
  const { isPending, formProps, fieldProps } = useForm({
    schema: signInSchema,
    describeFailure,
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

function describeFailure(error: unknown): FieldErrors<keyof Credentials> {
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
