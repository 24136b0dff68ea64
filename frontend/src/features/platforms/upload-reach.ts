import { useEffect, useMemo, useState } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { ConversionAction } from '#frontend/analysis/counts/analysis-context.ts';
import { findLeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import { forEachReached, type UploadReach } from '#frontend/analysis/platforms/upload-reach.ts';
import { useTabChoice } from '#frontend/features/results/shown-results.tsx';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { useWhenIdle } from '#frontend/ui/use-when-idle.ts';
import { DEVICE_ZONE, UPLOAD_FORM } from './chosen-upload.ts';

interface ReachOptions {
  analysis: Analysis;
  leadFiles: LeadFiles | undefined;
  action: ConversionAction;
  isWanted: boolean;
}

const NOTHING_REACHED: UploadReach = {
  leads: 0,
  taken: forEachReached(0),
  missed: forEachReached(null),
  gaps: [],
};

/**
 * How many leads uploads reach, counted by the thread once the page is idle; null until then. Without leads, or where it fails, none.
 * All rows are checked anew only where the answer may differ: for other leads, another base value, or another choice in the form of
 * uploads. The threshold and the name of the conversion decide nothing.
 */
export function useUploadReach(options: ReachOptions): UploadReach | null {
  const question = useQuestion(options);
  const isDue = useWhenIdle(options.isWanted, question);
  const [last, setLast] = useState<{ question: typeof question; reach: UploadReach } | null>(null);
  useEffect(() => {
    const { leadFiles, ...asked } = question;
    if (!isDue || !leadFiles) return;
    const counting = new AbortController();
    const { signal } = counting;
    leadFiles.countReach({ ...asked, now: Date.now() }, { signal, onProgress: () => {} }).then(
      (reach) => setLast({ question, reach }),
      () => !signal.aborted && setLast({ question, reach: NOTHING_REACHED }),
    );
    return () => counting.abort();
  }, [isDue, question]);
  const { leadFiles, action } = question;
  if (!leadFiles) return NOTHING_REACHED;
  // While the settings change, the last figures stay.
  const isOfFile = last?.question.leadFiles === leadFiles && last.question.action === action;
  return isOfFile ? last.reach : null;
}

/** The question whose answer is the reach: it is asked again when one of its parts changes. */
function useQuestion({ analysis, leadFiles, action }: ReachOptions) {
  const [{ columns, dateFormat, timeZone, dropsDays, adUserData }] = useTabChoice(UPLOAD_FORM);
  const { basis, base, isActual } = useMemo(() => findLeadWorth(analysis, { action }), [analysis, action]);
  return useMemo(
    () => ({
      leadFiles,
      action,
      // Rules are written beside the values only.
      worth: { basis, base, isActual, ruled: [] },
      choices: { columns, dateFormat, timeZone, dropsDays, adUserData, deviceZone: DEVICE_ZONE },
    }),
    [leadFiles, action, basis, base, isActual, columns, dateFormat, timeZone, dropsDays, adUserData],
  );
}
