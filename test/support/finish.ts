/** Runs a search in steps to its end. */
export function finish<Found>(steps: Generator<undefined, Found>): Found {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
