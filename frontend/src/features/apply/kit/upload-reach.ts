import { useEffect, useMemo, useState } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { ConversionAction } from '#frontend/analysis/judge/base-value.ts';
import { findLeadWorth } from '#frontend/analysis/judge/lead-worth.ts';
import type { UploadReach } from '#frontend/analysis/uploads/upload-reach.ts';
import { DEVICE_ZONE } from '#frontend/features/per-lead/kit/chosen-upload.ts';
import type { LeadFiles } from '#frontend/thread/lead-files.ts';
import { useWhenIdle } from '#frontend/ui/use-when-idle.ts';

interface ReachOptions {
  analysis: Analysis;
  leadFiles: LeadFiles | undefined;
  action: ConversionAction;
  isWanted: boolean;
}

const NOTHING_REACHED: UploadReach = {
  leads: 0,
  taken: { 'google-data-manager': 0, microsoft: 0, linkedin: 0 },
  gaps: [],
};

/** How many leads uploads reach, counted by the thread once the page is idle; null until then. Without leads, or where it fails, none. */
export function useUploadReach({ analysis, leadFiles, action, isWanted }: ReachOptions): UploadReach | null {
  const question = useMemo(
    () => ({ leadFiles, action, worth: findLeadWorth(analysis, { action }) }),
    [leadFiles, action, analysis],
  );
  const isDue = useWhenIdle(isWanted, question);
  const [last, setLast] = useState<{ question: typeof question; reach: UploadReach } | null>(null);
  useEffect(() => {
    if (!isDue || !question.leadFiles) return;
    const { leadFiles: files, ...asked } = question;
    const counting = new AbortController();
    const { signal } = counting;
    files
      .countReach({ ...asked, timeZone: DEVICE_ZONE, now: Date.now() }, { signal, onProgress: () => {} })
      .then(
        (reach) => setLast({ question, reach }),
        () => !signal.aborted && setLast({ question, reach: NOTHING_REACHED }),
      );
    return () => counting.abort();
  }, [isDue, question]);
  if (!leadFiles) return NOTHING_REACHED;
  // While the settings change, the last figures stay.
  const isOfFile = last?.question.leadFiles === leadFiles && last.question.action === action;
  return isOfFile ? last.reach : null;
}
