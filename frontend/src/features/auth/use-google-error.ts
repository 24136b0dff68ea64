import { describeGoogleError } from '#contract/google.ts';
import { toast } from '#frontend/ui/toast-store.ts';
import { useAddressMessage } from '#frontend/ui/use-address-message.ts';

/** Shows why a sign-in with Google failed: the reason comes in the address of the sign-in page. */
export function useGoogleError(): void {
  useAddressMessage('error', (reason) => {
    const description = describeGoogleError(reason);
    if (description) toast({ title: 'Login failed', description, tone: 'destructive' });
  });
}
