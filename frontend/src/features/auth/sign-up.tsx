import { signUpSchema, type Credentials } from '#contract/auth.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { ApiError } from '#frontend/api/client.ts';
import { signUp } from '#frontend/api/sign-in.ts';
import { useAcceptUser } from '#frontend/api/user.ts';
import { Button } from '#frontend/ui/button.tsx';
import { PasswordField } from '#frontend/ui/field.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { useForm, type FieldErrors } from '#frontend/ui/use-form.ts';
import { AuthFrame, EmailField } from './auth-frame.tsx';

export function SignUp() {
  const acceptUser = useAcceptUser();
  const { isPending, formProps, fieldProps } = useForm({
    schema: signUpSchema,
    describeFailure,
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

function describeFailure(error: unknown): FieldErrors<keyof Credentials> {
  const reason = error instanceof ApiError ? (error.reason ?? 'Signup failed') : null;
  toast({ title: 'Signup failed', description: reason ?? 'Please try again', tone: 'destructive' });
  return error instanceof ApiError && error.code === 'EMAIL_TAKEN' && reason ? { email: reason } : {};
}
