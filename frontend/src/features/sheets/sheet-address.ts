/** What an address says: the spreadsheet, and the tab where it names one. */
export interface SheetAddress {
  id: string;
  /** The number of the tab. */
  gid: number | null;
}

/** Ids have 44 characters today. Words of an address are shorter than any id. */
const ID = '[A-Za-z0-9_-]{20,}';

const FORMS = [
  // A published spreadsheet: /spreadsheets/d/e/2PACX-…/pubhtml. Its id is of no use elsewhere, so it comes first.
  new RegExp(`/d/e/()${ID}`),
  // docs.google.com/spreadsheets/d/{id}, also /u/0/d/ and /a/example.com/spreadsheets/d/, and drive.google.com/file/d/{id}.
  new RegExp(`/d/(${ID})`),
  // drive.google.com/open?id={id}, and the addresses of long ago with ?key=.
  new RegExp(`[?&](?:id|key)=(${ID})`),
  new RegExp(`^(${ID})$`),
];

const GOOGLE = /^(https?:\/\/)?(docs|drive|spreadsheets)\.google\.com\//i;

/**
 * Reads the address of a spreadsheet as people copy it, or its bare id. 'published' for the address of a published copy, which
 * the interface for spreadsheets does not know; null for anything else.
 *
 * @example parseSheetAddress('https://docs.google.com/spreadsheets/d/1a…Z/edit#gid=7') is { id: '1a…Z', gid: 7 }
 */
export function parseSheetAddress(text: string): SheetAddress | 'published' | null {
  const address = text.trim();
  if (!GOOGLE.test(address) && /[/?#:]/.test(address)) return null;
  const match = FORMS.map((form) => form.exec(address)).find((found) => found !== null);
  if (!match) return null;
  const [, id = ''] = match;
  if (id === '') return 'published';
  const [, gid] = /[?&#]gid=(\d+)/.exec(address) ?? [];
  return { id, gid: gid === undefined ? null : Number(gid) };
}
