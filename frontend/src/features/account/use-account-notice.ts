import { useAddressMessage } from '#frontend/ui/use-address-message.ts';

/** Shows what has happened to the account on the way here: it comes in the address of the first page. */
export function useAccountNotice(): void {
  useAddressMessage(
    'notice',
    // Few visits bring a notice, so its texts are fetched with the account menu.
    (reason) => void import('./user-menu.tsx').then((menu) => menu.showAccountNotice(reason)),
  );
}
