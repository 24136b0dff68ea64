import type { PackedProblem } from '../packed.ts';

/** Ends the unpacking of a file with the reason that the visitor is told. */
export class UnpackFailure extends Error {
  override readonly name = 'UnpackFailure';
  readonly problem: PackedProblem;

  constructor(problem: PackedProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}

/** A file whose bytes contradict each other, or end too early. */
export function damaged(detail: string): UnpackFailure {
  return new UnpackFailure({ reason: 'damaged' }, detail);
}
