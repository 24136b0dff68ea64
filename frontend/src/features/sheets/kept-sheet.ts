const KEY = 'sheet-address';

/** What a visitor had entered when the way to Google or the sign-in came between. */
export interface KeptSheet {
  /** The account of this site: nobody else gets to see it. */
  account: string;
  address: string;
  tab: number | null;
}

/** Notes it in this tab. Without storage the visitor enters it again. */
export function keepSheet(sheet: KeptSheet): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(sheet));
  } catch {
    // Storage is forbidden here, or full.
  }
}

export function readKeptSheet(account: string | null): KeptSheet | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptSheet | null; // only `keepSheet` writes it
    return kept?.account === account ? kept : null;
  } catch {
    return null;
  }
}

export function forgetSheet(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden here, so nothing is kept.
  }
}
