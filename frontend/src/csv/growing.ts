/** A copy of a typed array with room for at least `needed` entries, at least twice as long as before. */
export function enlarge<A extends Uint8Array | Uint32Array | Int32Array>(array: A, needed: number): A {
  // The constructor of an A makes an A, which its type does not say.
  const Constructor = array.constructor as new (length: number) => A;
  const larger = new Constructor(Math.max(2 * array.length, needed));
  larger.set(array);
  return larger;
}
