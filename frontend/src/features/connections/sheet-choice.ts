import { useEffect, useEffectEvent, useState } from 'react';
import type { Spreadsheet } from '#frontend/csv/google-sheet.ts';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import type { Result } from '#frontend/csv/result.ts';
import { tabStorage } from '#frontend/lib/storage.ts';
import { requestSpreadsheet, type SheetsHooks } from '#frontend/threads/sheets/sheets-client.ts';
import type { SheetsProblem } from '#frontend/threads/sheets/ask-google.ts';
import { useCancellable } from '#frontend/ui/use-cancellable.ts';

export type SheetProblem = SheetsProblem | 'no-address' | 'published';

/** The progress: an address is looked up, or this many bytes of a tab have been read. */
export type SheetProgress = { kind: 'looking' } | { kind: 'reading'; bytes: number };

/** A tab of a spreadsheet that was looked up. */
interface ChosenTab {
  spreadsheetId: string;
  /** Title of the spreadsheet. */
  title: string;
  tab: Spreadsheet['tabs'][number];
}

export interface SheetChoice {
  address: string;
  changeAddress(address: string): void;
  /** Null until the address was looked up. */
  spreadsheet: Spreadsheet | null;
  /** The number of the chosen tab. */
  tab: number | null;
  chooseTab(tab: number): void;
  /** Null until the address was looked up. */
  chosen: ChosenTab | null;
  progress: SheetProgress | null;
  problem: SheetProblem | null;
  lookUp(): Promise<void>;
  /** Asks for the chosen tab. Its progress and its problem are those of the choice; null if it was cancelled or failed. */
  ask<Answer extends Result<unknown, SheetProblem>>(
    question: (hooks: SheetsHooks) => Promise<Answer>,
  ): Promise<Answer | { ok: false; error: SheetsProblem } | null>;
  cancel(): void;
}

/**
 * The choice of one tab: an address, and its tabs once it was looked up.
 *
 * @param start.kept the entries before the visit to Google
 * @param start.isLookedUp true to look up their address at once
 */
export function useSheetChoice({
  kept,
  isLookedUp,
}: {
  kept: KeptSheet | null;
  isLookedUp: boolean;
}): SheetChoice {
  const [address, setAddress] = useState(kept?.address ?? '');
  const [spreadsheet, setSpreadsheet] = useState<Spreadsheet | null>(null);
  const [tab, setTab] = useState(kept?.tab ?? null);
  const { task, start, stop } = useCancellable<Result<unknown, SheetProblem>, number>();
  const problem = task.state === 'done' && !task.result.ok ? task.result.error : null;

  const lookUp = async () => {
    const asked = parseSheetAddress(address);
    if (asked === null || asked === 'published')
      return stop({ state: 'done', result: { ok: false, error: asked ?? 'no-address' } });
    const answer = await start((hooks) => requestSpreadsheet(asked.id, hooks).catch(problemOf));
    if (!answer?.ok) return;
    const { value: found } = answer;
    const isThere = (id: number | null) => found.tabs.some((one) => one.id === id);
    setSpreadsheet(found);
    setTab([tab, asked.gid].find(isThere) ?? found.tabs[0]?.id ?? null);
  };

  // A renamed or deleted tab is still in the list, so the list is out of date.
  if (problem === 'tab-gone' && spreadsheet) setSpreadsheet(null);

  const lookUpAtOnce = useEffectEvent(() => {
    if (isLookedUp && address !== '') void lookUp();
  });
  useEffect(() => {
    const start = setTimeout(lookUpAtOnce);
    return () => clearTimeout(start);
  }, []);

  return {
    address,
    changeAddress(next) {
      stop();
      setAddress(next);
      setSpreadsheet(null);
      setTab(null);
    },
    spreadsheet,
    tab,
    chooseTab(next) {
      setTab(next);
      if (problem) stop();
    },
    chosen: findChosen(address, spreadsheet, tab),
    progress:
      task.state !== 'running'
        ? null
        : spreadsheet
          ? { kind: 'reading', bytes: task.progress ?? 0 }
          : { kind: 'looking' },
    problem,
    lookUp,
    ask: (question) => start((hooks) => question(hooks).catch(problemOf)),
    cancel: () => stop(),
  };
}

function findChosen(address: string, spreadsheet: Spreadsheet | null, tab: number | null): ChosenTab | null {
  const asked = parseSheetAddress(address);
  const chosen = spreadsheet?.tabs.find(({ id }) => id === tab);
  if (asked === null || asked === 'published' || !spreadsheet || !chosen) return null;
  return { spreadsheetId: asked.id, title: spreadsheet.title, tab: chosen };
}

function problemOf(error: unknown): { ok: false; error: SheetsProblem } {
  return { ok: false, error: error instanceof PartMissing ? 'offline' : 'unavailable' };
}

const KEY = 'sheet-address';

/** The visitor's entries, kept during the visit to Google or the sign-in. */
interface KeptSheet {
  /** The account of this site. No other account sees the entries. */
  account: string;
  address: string;
  tab: number | null;
}

/** Stores the entries in this tab. Without storage the visitor enters them again. */
export const keepSheet = (sheet: KeptSheet): void => tabStorage.keepValue(KEY, sheet);

export function readKeptSheet(account: string | null): KeptSheet | null {
  const kept = tabStorage.readValue<KeptSheet>(KEY);
  return kept?.account === account ? kept : null;
}

export const forgetSheet = (): void => tabStorage.forget(KEY);

/** The parts of an address: the spreadsheet, and the tab if it names one. */
interface SheetAddress {
  id: string;
  /** The number of the tab. */
  gid: number | null;
}

/** The pattern of an id. Ids have 44 characters today; other parts of an address are shorter than 20. */
const ID = '[A-Za-z0-9_-]{20,}';

const FORMS = [
  // A published spreadsheet: /spreadsheets/d/e/2PACX-…/pubhtml. It comes first, since its id is useless elsewhere.
  new RegExp(`/d/e/()${ID}`),
  // docs.google.com/spreadsheets/d/{id}, also /u/0/d/ and /a/example.com/spreadsheets/d/, and drive.google.com/file/d/{id}.
  new RegExp(`/d/(${ID})`),
  // drive.google.com/open?id={id}, and very old addresses with ?key=.
  new RegExp(`[?&](?:id|key)=(${ID})`),
  new RegExp(`^(${ID})$`),
];

const GOOGLE = /^(https?:\/\/)?(docs|drive|spreadsheets)\.google\.com\//i;

/**
 * Reads a copied address of a spreadsheet, or its bare id. 'published' for the address of a published copy, which the Sheets
 * API does not know; null for anything else.
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
