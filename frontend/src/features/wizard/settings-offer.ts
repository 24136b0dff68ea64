import { useLayoutEffect } from 'react';
import { lackedColumns, type SettingsOffer } from '#frontend/choices/kept-settings.ts';
import { keyOf, useKept } from './thread-answers.tsx';
import type { Workflow } from './use-workflow.ts';

/** The settings of an earlier analysis that fit the open file; null without any, until they are found and where they are not asked for. */
export function useSettingsOffer(
  { state, draft, reuse: { findSaved } }: Workflow,
  isAsked: boolean,
): SettingsOffer | null {
  useWaiting(isAsked);
  const { answer } = useKept({
    key: isAsked ? keyOf('settings', findSaved !== undefined) : null,
    ask: () => findOffer(state.file?.headers ?? [], { findSettings: draft.findSettings, findSaved }),
  });
  return answer ?? null;
}

/** The number of parts of the page that wait for an offer. */
let waiting = 0;

/** Counts before the search begins: its effect comes after this one. */
function useWaiting(isAsked: boolean): void {
  useLayoutEffect(() => {
    if (!isAsked) return;
    waiting++;
    return () => void waiting--;
  }, [isAsked]);
}

function expectSomebodyWaits(): void {
  if (waiting === 0) throw new Error('Nobody waits for the settings any more');
}

type Sources = Pick<Workflow['draft'], 'findSettings'> & Pick<Workflow['reuse'], 'findSaved'>;

/**
 * The last analysis in this browser if the file has its columns, else the newest saved one. Null if neither fits. Rejects where nobody
 * waits any more: the server is asked for nobody, and who comes back begins the search anew.
 */
async function findOffer(
  headers: readonly string[],
  { findSettings, findSaved }: Sources,
): Promise<SettingsOffer | null> {
  try {
    const last = await findSettings();
    if (last && lackedColumns(last, headers).length === 0)
      return { name: last.name, hasFigures: last.earlier !== undefined, load: () => Promise.resolve(last) };
    expectSomebodyWaits();
    return (await findSaved?.(headers, expectSomebodyWaits)) ?? null;
  } catch (error) {
    expectSomebodyWaits();
    console.warn('No earlier settings could be looked for.', error);
    return null;
  }
}
