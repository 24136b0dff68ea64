import { useMemo } from 'react';
import type { Measurement } from '#frontend/analysis/measurement.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import type { LeadThread } from '#frontend/thread/client.ts';
import type { OpenedFile } from '#frontend/thread/protocol.ts';
import { knownMeasurement, measureOnce } from './measure-once.ts';
import { useAnswer } from './use-answer.ts';

/** The leads of a file as counted for a plan; null until they are. What was counted ahead is there at once. */
export function useMeasurement(
  thread: LeadThread,
  file: OpenedFile | null,
  plan: Plan | null,
): Measurement | null {
  const ask = useMemo(
    () => (file && plan ? () => measureOnce(thread, file, plan) : null),
    [thread, file, plan],
  );
  const answer = useAnswer(ask);
  return answer ?? (file && plan && knownMeasurement(file, plan));
}
