import { useAddressMessage } from '#frontend/ui/use-address-message.ts';

// Few visits bring a message: the first page carries no text of it.
const fetchMessages = () => import('./address-messages.ts');

/** Shows why a sign-in with Google failed: the reason comes in the address of the sign-in page. */
export function useGoogleError(): void {
  useAddressMessage('error', (reason) => void fetchMessages().then((shown) => shown.showGoogleError(reason)));
}

/** Shows what has happened to the account on the way here: it comes in the address of the first page. */
export function useAccountNotice(): void {
  useAddressMessage(
    'notice',
    (reason) => void fetchMessages().then((shown) => shown.showAccountNotice(reason)),
  );
}
