import type { Measurement } from '#frontend/analysis/measurement.ts';
import type { AttributePlan, Plan } from '#frontend/analysis/mapping.ts';
import type { LeadThread } from '#frontend/thread/client.ts';
import type { OpenedFile } from '#frontend/thread/protocol.ts';

interface Asked {
  plan: Plan;
  answer: Promise<Measurement>;
  /** Once it has come. */
  measurement: Measurement | null;
}

/** What was asked last of each file. */
const known = new WeakMap<OpenedFile, Asked>();

/** What the thread says of a plan; asked once, until another plan is asked for. */
export function measureOnce(
  thread: Pick<LeadThread, 'measure'>,
  file: OpenedFile,
  plan: Plan,
): Promise<Measurement> {
  const before = findAsked(file, plan);
  if (before) return before.answer;
  const asked: Asked = { plan, answer: thread.measure(plan), measurement: null };
  known.set(file, asked);
  asked.answer.then(
    (measurement) => (asked.measurement = measurement),
    () => known.get(file) === asked && known.delete(file),
  );
  return asked.answer;
}

/** The answer to a plan that was asked for and has come, else null. */
export function knownMeasurement(file: OpenedFile, plan: Plan): Measurement | null {
  return findAsked(file, plan)?.measurement ?? null;
}

function findAsked(file: OpenedFile, plan: Plan): Asked | null {
  const asked = known.get(file);
  return asked && isSamePlan(asked.plan, plan) ? asked : null;
}

/** Whether two plans are made of the same choices: none of them is ever changed, another one takes its place. */
function isSamePlan(a: Plan, b: Plan): boolean {
  return (
    a.statusColumn === b.statusColumn &&
    a.qualified === b.qualified &&
    a.attributes.length === b.attributes.length &&
    a.attributes.every((attribute, index) => isSameAttribute(attribute, b.attributes[index]))
  );
}

function isSameAttribute(a: AttributePlan, b: AttributePlan | undefined): boolean {
  return a.column === b?.column && a.ranges === b.ranges && a.mapping === b.mapping;
}
