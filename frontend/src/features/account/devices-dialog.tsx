import type { Device } from '#contract/auth.ts';
import { CallFailure } from '#frontend/api/client.ts';
import { signOutDevice, signOutOthers, useDevices } from '#frontend/api/account.ts';
import { formatDate, formatHour } from '#frontend/lib/format-date.ts';
import { Badge } from '#frontend/ui/badge.tsx';
import { Button } from '#frontend/ui/button.tsx';
import { Dialog } from '#frontend/ui/dialog.tsx';
import { FailedNotice, Notice } from '#frontend/ui/notice.tsx';
import { SkeletonLines } from '#frontend/ui/skeleton.tsx';
import { useAction } from '#frontend/ui/use-action.ts';
import { describePreferencesFailure } from './preferences-dialog.tsx';

const FAILED = 'The device could not be signed out. Please try again.';

/** A device that is over is as signed out as one that the call has ended. */
async function endDevice(id: string): Promise<void> {
  await signOutDevice(id).catch((error: unknown) => {
    if (!(error instanceof CallFailure && error.status === 404)) throw error;
  });
}

/** The devices that are signed in, each with a button that signs it out. */
export function DevicesDialog({ onClose }: { onClose(): void }) {
  const { data: devices, error, mutate } = useDevices();
  const { isBusy, problem, run } = useAction(
    async (end: () => Promise<void>) => {
      await end();
      await mutate();
    },
    (failure) => describePreferencesFailure(failure, 'sign devices out', FAILED),
  );
  const hasOthers = devices?.some(({ isThis }) => !isThis) ?? false;
  return (
    <Dialog
      onClose={onClose}
      isBusy={isBusy}
      title="Devices"
      description="Where your account is signed in. If you don’t know one of them, sign it out and change your password."
      footer={
        <>
          {hasOthers && (
            <Button disabled={isBusy} onClick={() => void run(signOutOthers)}>
              Sign out all others
            </Button>
          )}
          <Button variant="primary" disabled={isBusy} onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {devices ? (
        <ul aria-label="Devices" className="border-b border-hairline">
          {devices.map((device) => (
            <DeviceLine
              key={device.id}
              device={device}
              isBusy={isBusy}
              onSignOut={() => void run(() => endDevice(device.id))}
            />
          ))}
        </ul>
      ) : error === undefined ? (
        <SkeletonLines label="Loading your devices…" lines={3} />
      ) : (
        <FailedNotice title="Your devices could not be loaded" onRetry={() => void mutate()}>
          {describePreferencesFailure(error, 'see your devices', 'Please check your connection.')}
        </FailedNotice>
      )}
      {problem && (
        <Notice tone="error" className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}

interface DeviceLineProps {
  device: Device;
  isBusy: boolean;
  onSignOut(): void;
}

function DeviceLine({ device, isBusy, onSignOut }: DeviceLineProps) {
  const { browser, country, isThis, lastVisitAt, signedInAt } = device;
  const name = browser ?? 'Unknown browser';
  // A visit is noted at most once an hour.
  const lastVisit = lastVisitAt === null ? 'unknown' : formatHour(new Date(lastVisitAt));
  return (
    <li className="flex items-center justify-between gap-4 border-t border-hairline py-3 text-14">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
          {name}
          {isThis && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="text-13 text-muted">
          {country === null ? 'Country unknown' : nameCountry(country)}. Last visit: {lastVisit}. Signed in on{' '}
          {formatDate(new Date(signedInAt))}.
        </p>
      </div>
      {!isThis && (
        <Button size="small" aria-label={`Sign out ${name}`} disabled={isBusy} onClick={onSignOut}>
          Sign out
        </Button>
      )}
    </li>
  );
}

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** Of two letters: the server keeps no other code. */
const nameCountry = (code: string): string => countries.of(code) ?? code;
