/**
 * How the parts of a large JSON document are told apart while it streams by. Objects, lists and dictionaries are
 * entered; a leaf is read whole, so it has a limit in bytes and in nesting, and comes out as its own JSON text under
 * the label that the shape gives it.
 */
export type Shape<Label extends string> =
  | { kind: 'leaf'; label: Label; maxDepth: number; maxBytes: number }
  | { kind: 'object'; members: ReadonlyMap<string, Shape<Label>>; other: Shape<Label> }
  | { kind: 'dictionary'; entry: Shape<Label> }
  | { kind: 'list'; item: Shape<Label> };

export const list = <Label extends string>(item: Shape<Label>): Shape<Label> => ({ kind: 'list', item });

/** An object whose keys are data. */
export const dictionary = <Label extends string>(entry: Shape<Label>): Shape<Label> => ({
  kind: 'dictionary',
  entry,
});

/** An object with known members; each may come once. Others are read as `other`. */
export const object = <Label extends string>(
  members: Record<string, Shape<Label>>,
  other: Shape<Label>,
): Shape<Label> => ({ kind: 'object', members: new Map(Object.entries(members)), other });
