export type JsonReason =
  | 'malformed' // not JSON
  | 'misplaced' // JSON, but not of the expected kind at this place, or a member that comes twice
  | 'too-deep' // nested deeper than anything that is expected there
  | 'too-large'; // a leaf or key larger than its limit

/** Why a document could not be read, and where: `path` is like `analysisData.metrics.3`. */
export class JsonProblem extends Error {
  readonly reason: JsonReason;
  readonly path: string;

  constructor(reason: JsonReason, path: string) {
    super(`${reason} at ${path}`);
    this.reason = reason;
    this.path = path;
  }
}
