/** 123-456-7890, as Google writes the id of an account. */
export const formatAccount = (id: string): string => id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');

/** The id of an account as people search for it: with its dashes or without. */
export const searchOfAccount = (id: string): string => `${id} ${formatAccount(id)}`;

interface UnreadAccountsProps {
  /** How many the list may lack. */
  unread: number;
  mayType: boolean;
}

/** Says how many accounts a list lacks, since they could not be looked at. Nothing where it has all. */
export function UnreadAccounts({ unread, mayType }: UnreadAccountsProps) {
  if (unread === 0) return null;
  return (
    <p className="max-w-prose text-13 text-muted">
      {unread === 1 ? '1 more account was' : `${unread} more accounts were`} not looked at.
      {mayType && ' If yours is missing, type its ID.'}
    </p>
  );
}
