import { type User, passwordChangeOf, accountDeletionSchema } from '#contract/auth.ts';
import {
  endAllSessions,
  changePassword,
  CONFIRM_WITH_GOOGLE_URL,
  deleteAccount,
  weakPasswordOf,
  wrongPasswordOf,
} from '#frontend/api/account.ts';
import { NOTICE_SEPARATOR } from '#contract/google.ts';
import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { FormDialog } from '#frontend/ui/form-dialog.tsx';
import { leaveAccount, leaveNothing } from './leave.ts';
import { DevicesDialog } from './devices-dialog.tsx';
import { NewTeamDialog } from './new-team-dialog.tsx';
import { PreferencesDialog, describePreferencesFailure } from './preferences-dialog.tsx';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { Notice } from '#frontend/ui/notice.tsx';
import { PasswordField } from '#frontend/ui/field.tsx';
import { toast, toastFailure } from '#frontend/ui/toast-store.ts';
import { untilReturn, useAction } from '#frontend/ui/use-action.ts';
import { useForm } from '#frontend/ui/use-form.ts';
import { SIGN_IN_AGAIN_URL } from '#frontend/api/user.ts';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { useId, type ReactNode } from 'react';
import useSWR from 'swr';
import type { AnalysisSummary } from '#contract/answers.ts';
import type { OfferedConnection } from '#contract/connections.ts';
import { MIN_PASSWORD_LENGTH, MAX_NAMED_USES } from '#contract/limits.ts';
import type { ListedTeam } from '#contract/team-answers.ts';
import { fetchAnalyses } from '#frontend/api/analyses.ts';
import { offersConnections, useConnections } from '#frontend/api/connections.ts';
import { useTeams } from '#frontend/api/teams.ts';
import {
  nameSome,
  NO_USES,
  describeEnding,
  describePushed,
  WhatStops,
} from '#frontend/features/connections/what-stops.tsx';
import { countNoun } from '#frontend/lib/format.ts';
import { PERSONAL_WORK } from '#frontend/lib/tab-team.ts';

export type AccountDialogName = 'preferences' | 'password' | 'devices' | 'new-team' | 'everywhere' | 'delete';

interface AccountDialogProps {
  name: AccountDialogName;
  user: User;
  /** Google has just confirmed that the owner of the account is here. */
  isConfirmed: boolean;
  onClose(): void;
}

/** The dialogs of the account menu. */
export function AccountDialog({ name, user, isConfirmed, onClose }: AccountDialogProps) {
  switch (name) {
    case 'preferences':
      return <PreferencesDialog onClose={onClose} />;
    case 'password':
      return <ChangePasswordDialog email={user.email} onClose={onClose} />;
    case 'devices':
      return <DevicesDialog onClose={onClose} />;
    case 'new-team':
      return <NewTeamDialog onClose={onClose} />;
    case 'everywhere':
      return <SignOutEverywhereDialog onClose={onClose} />;
    case 'delete':
      return <DeleteAccountDialog user={user} isConfirmed={isConfirmed} onClose={onClose} />;
  }
}

function SignOutEverywhereDialog({ onClose }: { onClose(): void }) {
  const { isBusy, run } = useAction(async () => {
    if (await leaveAccount(endAllSessions)) await untilReturn();
    else onClose();
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Sign out everywhere?"
      description="This signs you out of every browser and device, including this one, and removes the work in progress from this browser."
      confirmLabel={isBusy ? 'Signing out...' : 'Sign out everywhere'}
      tone="primary"
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}

const FAILED = 'Your password could not be changed. Please try again.';

function ChangePasswordDialog({ email, onClose }: { email: string; onClose(): void }) {
  const formId = useId();
  const { isPending, problem, formProps, fieldProps } = useForm({
    schema: passwordChangeOf(email),
    async submit(change) {
      await changePassword(change);
      toast({ title: 'Password changed', description: 'All other devices have been signed out.' });
      onClose();
    },
    describeFailure(error) {
      const wrong = wrongPasswordOf(error);
      if (wrong) return { password: wrong };
      const weak = weakPasswordOf(error);
      return weak ? { newPassword: weak } : describePreferencesFailure(error, 'change your password', FAILED);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      isBusy={isPending}
      title="Change password"
      description="All other devices are signed out. This one stays signed in."
      formId={formId}
      submitLabel={isPending ? 'Changing...' : 'Change Password'}
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
    </FormDialog>
  );
}

const SIGN_IN_DELAY_MS = 500;
/** A new load of the first page, which confirms the deletion. It removes all data of this document from memory. */
const AFTERWARDS_URL = '/?notice=account-deleted';

const TITLE = 'Delete your account?';

interface DeleteAccountDialogProps {
  user: User;
  /** Google has just confirmed that the owner of the account is here. */
  isConfirmed: boolean;
  onClose(): void;
}

/** Deletes the account after the owner has confirmed with the password or, without one, at Google. */
function DeleteAccountDialog({ user, isConfirmed, onClose }: DeleteAccountDialogProps) {
  const confirming = useAction(async () => {
    leaveDocument(CONFIRM_WITH_GOOGLE_URL);
    await untilReturn();
  });
  const formId = useId();
  const { isPending, formProps, fieldProps } = useForm({
    schema: accountDeletionSchema,
    async submit({ password }) {
      // The services where a right may be left stand behind the notice, which names them.
      const accessLeft = await deleteAccount(password);
      await leaveNothing([AFTERWARDS_URL, ...accessLeft].join(NOTICE_SEPARATOR));
    },
    describeFailure(error) {
      const wrong = wrongPasswordOf(error);
      if (wrong) return { password: wrong };
      onClose();
      refuse(error);
      return {};
    },
  });
  const isBusy = isPending || confirming.isBusy;
  const dialog = { onClose, title: TITLE, isBusy };
  if (!user.hasPassword && !isConfirmed)
    return (
      <ConfirmDialog
        {...dialog}
        description={<AccountEnd>Google must first confirm that the account is yours.</AccountEnd>}
        confirmLabel="Continue with Google"
        tone="primary"
        onConfirm={() => void confirming.run()}
      />
    );
  return (
    <ConfirmDialog
      {...dialog}
      description={<AccountEnd>It cannot be undone.</AccountEnd>}
      confirmLabel={isPending ? 'Deleting...' : 'Delete account'}
      formId={formId}
    >
      <form {...formProps} id={formId} className={user.hasPassword ? 'mt-3' : undefined}>
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        {user.hasPassword && <PasswordField {...fieldProps('password')} autoComplete="current-password" />}
      </form>
    </ConfirmDialog>
  );
}

function refuse(error: unknown): void {
  if (isUnauthorized(error)) {
    toastFailure('Unauthorized', 'You are logged out. Logging in again...');
    setTimeout(() => leaveDocument(SIGN_IN_AGAIN_URL), SIGN_IN_DELAY_MS);
    return;
  }
  toastFailure('Error', reasonOf(error) ?? 'Failed to delete your account. Please try again.');
}

/** The text of the question before an account is deleted. Belongings that the server has not told yet are there without names. */
function AccountEnd({ children }: { children: ReactNode }) {
  const { data: teams = [] } = useTeams();
  const { data: analyses } = useSWR<AnalysisSummary[]>([`${PERSONAL_WORK}/analyses`], fetchAnalyses);
  const { offered } = useConnections(offersConnections(), 'own');
  const blocking = teams.filter(
    ({ role, admins, members }) => role === 'admin' && admins === 1 && members > 1,
  );
  const others = teams.filter(({ members }) => members > 1);
  const own = offered?.map(({ connection }) => connection?.uses) ?? [];
  return (
    <WhatStops
      heading="What goes with it:"
      stops={[...listWork(analyses), ...listConnections(offered), ...listTeams(teams), 'your preferences']}
      stays={[
        describePushed([...own, ...others.flatMap(({ endsWithYou }) => endsWithYou)]),
        others.length > 0 ? `What you have made in ${named(others)} stays there.` : null,
      ]}
    >
      {blocking.length > 0 &&
        `You are the last admin of ${named(blocking)}: make somebody else an admin there first, or delete the team. `}
      This deletes your account at once. {children}
    </WhatStops>
  );
}

const named = (teams: readonly ListedTeam[]) => nameSome(teams.map(({ name }) => name));

/** The saved analyses of the user, and what of them runs by itself or is open to others. */
function listWork(analyses: readonly AnalysisSummary[] | undefined): string[] {
  if (!analyses) return ['your saved analyses with their datasets, versions, schedules, inboxes and links'];
  const some = (list: readonly AnalysisSummary[]) =>
    nameSome(
      list.slice(0, MAX_NAMED_USES).map(({ name }) => name),
      list.length,
    );
  const current = analyses.filter(({ source }) => source !== null);
  const shared = analyses.filter(({ isShared }) => isShared);
  const { length: count } = analyses;
  return [
    count > 0 &&
      `${countNoun(count, 'saved analysis', 'saved analyses')} with ${count === 1 ? 'its dataset' : 'their datasets'} and versions`,
    current.length > 0 && `the schedules and inboxes that keep these current: ${some(current)}`,
    shared.length > 0 && `the read-only ${shared.length === 1 ? 'link' : 'links'} to ${some(shared)}`,
  ].filter((text) => text !== false);
}

/** The connections of the user's own, with what uses them. */
function listConnections(offered: readonly OfferedConnection[] | null): string[] {
  if (!offered) return offersConnections() ? ['your connections'] : [];
  return offered.flatMap(({ kind, connection }) =>
    connection
      ? [describeEnding({ kind, account: connection.account, ...(connection.uses ?? NO_USES) })]
      : [],
  );
}

/** The teams that nobody else is in, and what ends in others. */
const listTeams = (teams: readonly ListedTeam[]): string[] =>
  teams.flatMap(({ name, members, endsWithYou }) =>
    members === 1
      ? [`the team ${nameSome([name])}, which nobody else is in`]
      : endsWithYou.map((ending) => `in ${nameSome([name])}: ${describeEnding(ending)}`),
  );
