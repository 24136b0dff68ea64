import { useId, useState } from 'react';
import { passwordChangeSchema, type PasswordChange } from '#contract/auth.ts';
import { MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { changePassword } from '#frontend/api/account.ts';
import { ApiError } from '#frontend/api/client.ts';
import { Button } from '#frontend/ui/button.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { Notice } from '#frontend/ui/notice.tsx';
import { PasswordField } from '#frontend/ui/field.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { useForm, type FieldErrors } from '#frontend/ui/use-form.ts';
import { describeProblem } from './preferences-dialog.tsx';

const FAILED = 'Your password could not be changed. Please try again.';

export function ChangePasswordDialog({ email, onClose }: { email: string; onClose(): void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const formId = useId();
  const { isPending, formProps, fieldProps } = useForm({
    schema: passwordChangeSchema,
    async submit(change) {
      setProblem(null);
      await changePassword(change);
      toast({ title: 'Password changed', description: 'All other devices have been signed out.' });
      onClose();
    },
    describeFailure(error): FieldErrors<keyof PasswordChange> {
      if (error instanceof ApiError && error.code === 'WRONG_PASSWORD' && error.reason)
        return { password: error.reason };
      setProblem(describeProblem(error, 'change your password', FAILED));
      return {};
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title="Change password"
      description="All other devices are signed out. This one stays signed in."
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={isPending}>
            {isPending ? 'Changing...' : 'Change Password'}
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5 pt-2">
        {/* Tells password managers which account the new password belongs to. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField {...fieldProps('password')} label="Current password" autoComplete="current-password" />
        <PasswordField
          {...fieldProps('newPassword')}
          label="New password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        />
        {problem && <Notice tone="error">{problem}</Notice>}
      </form>
    </Dialog>
  );
}
