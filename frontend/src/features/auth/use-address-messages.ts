import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

// Few visits bring a message: the first page carries no text of it.
const fetchMessages = () => import('./address-messages.ts');

/** Shows why a sign-in with Google failed: the reason comes in the address of the sign-in page. */
export function useGoogleError(): void {
  useAddressMessage('error', async (reason) => (await fetchMessages()).showGoogleError(reason));
}

/** Shows what has happened to the account on the way here: it comes in the address of the first page. */
export function useAccountNotice(): void {
  useAddressMessage('notice', async (reason) => (await fetchMessages()).showAccountNotice(reason));
}

/** Takes a parameter out of the address and passes it on once. */
function useAddressMessage(name: string, onMessage: (value: string) => Promise<void>): void {
  const [parameters, setParameters] = useSearchParams();
  const value = parameters.get(name);
  useEffect(() => {
    if (value === null) return;
    void onMessage(value);
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(name);
        return next;
      },
      { replace: true },
    );
    // The callback stays the same as long as the page is shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [value]);
}
