import { CURRENCIES, findCurrency } from '#contract/currencies.ts';
import { useId, useState, type FormEvent } from 'react';
import { PAGES } from '#contract/pages.ts';
import { PREFERENCE_KEYS, PREFERENCES, type Preferences } from '#contract/preferences.ts';
import { nameMoney } from '#frontend/analysis/judge/settings.ts';
import { isUnauthorized, reasonOf } from '#frontend/api/client.ts';
import { usePreferences, useSavePreferences } from '#frontend/api/account.ts';
import { offersConnections } from '#frontend/api/connections.ts';
import { offersMail } from '#frontend/api/mail.ts';
import { Dropdown } from '#frontend/ui/dropdown.tsx';
import { FormDialog } from '#frontend/ui/form-dialog.tsx';
import { Link } from '#frontend/ui/link.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { NumberStepper } from '#frontend/ui/stepper.tsx';
import { toast } from '#frontend/ui/toast-store.ts';
import { useAction } from '#frontend/ui/use-action.ts';
import { AlertMail } from './alert-mail.tsx';

const DEFAULTS = 'Defaults for every new analysis';
const FAILED = 'Your preferences could not be saved. Please try again.';

/** The user's own defaults of a new analysis. */
export function PreferencesDialog({ onClose }: { onClose(): void }) {
  const { preferences: stored, error, askAgain } = usePreferences();
  // A failed retry shows the same notice as the first failure.
  const { isBusy: isAsking, run: retry } = useAction(askAgain, () => {});
  const savePreferences = useSavePreferences();
  const [changed, setChanged] = useState<Partial<Preferences>>({});
  const formId = useId();
  const preferences = stored && { ...stored, ...changed };
  const {
    isBusy: isSaving,
    problem,
    run: save,
  } = useAction(
    async (complete: Preferences) => {
      await savePreferences(complete);
      toast({ title: 'Preferences saved', description: 'Every new analysis starts with them.' });
      onClose();
    },
    (error) => describePreferencesFailure(error, 'save your preferences', FAILED),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (preferences) void save(preferences);
  };

  return (
    <FormDialog
      onClose={onClose}
      isBusy={isSaving}
      title="Preferences"
      description={`${DEFAULTS}.`}
      formId={formId}
      submitLabel={isSaving ? 'Saving...' : 'Save Preferences'}
      isReady={Boolean(preferences)}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5 pt-2">
        {preferences ? (
          // A change during the save would be lost.
          <fieldset disabled={isSaving} aria-label={DEFAULTS} className="contents">
            <Fields
              preferences={preferences}
              onChange={(change) => setChanged((others) => ({ ...others, ...change }))}
            />
          </fieldset>
        ) : isAsking || error === undefined ? (
          <SkeletonLines label="Loading your preferences…" lines={4} />
        ) : (
          <FailedNotice title="Your preferences could not be loaded" onRetry={() => void retry()}>
            {describePreferencesFailure(error, 'see your preferences', 'Please check your connection.')}
          </FailedNotice>
        )}
        {problem && <Notice tone="error">{problem}</Notice>}
      </form>
      {offersMail() && (
        <div className="mt-6">
          <AlertMail />
        </div>
      )}
      {offersConnections() && (
        <p className="mt-6 border-t border-hairline pt-5 text-14 text-muted">
          Google Sheets and other services are under{' '}
          <Link to={PAGES.connections.path} onClick={onClose} className="font-medium text-text underline">
            Connections
          </Link>
          .
        </p>
      )}
    </FormDialog>
  );
}

interface FieldsProps {
  preferences: Preferences;
  onChange(change: Partial<Preferences>): void;
}

function Fields({ preferences, onChange }: FieldsProps) {
  return PREFERENCE_KEYS.map((key) =>
    key === 'defaultCurrency' ? (
      <Dropdown
        key={key}
        label={PREFERENCES[key].label}
        options={CURRENCIES.map((code) => ({ value: code, label: code }))}
        value={preferences[key]}
        className="w-41.5 coarse:w-45.5"
        onChange={(code) => onChange({ [key]: findCurrency(code) ?? preferences[key] })}
      />
    ) : (
      <NumberStepper
        key={key}
        label={
          PREFERENCES[key].isMoney
            ? nameMoney(PREFERENCES[key].label, preferences.defaultCurrency)
            : PREFERENCES[key].label
        }
        {...PREFERENCES[key].input}
        value={preferences[key]}
        onChange={(value) => onChange({ [key]: value })}
      />
    ),
  );
}

/** `what` completes the text for an ended session; `otherwise` is the text for a failure that the server does not explain. */
export function describePreferencesFailure(error: unknown, what: string, otherwise: string): string {
  if (isUnauthorized(error)) return `You are logged out. Please log in again to ${what}.`;
  return reasonOf(error) ?? otherwise;
}
