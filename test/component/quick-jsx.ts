import { Fragment } from 'react';

/*
 * Makes the elements of our own components as React's build for production does, a tenth quicker: without the hidden properties from which
 * its development build makes messages for the console, such as that of a missing key, which no test reads.
 */

const ELEMENT = Symbol.for('react.transitional.element');

/** React looks for no key of such an element. */
const LOOKED_AT = { validated: 1 };

interface Child {
  _store?: typeof LOOKED_AT;
}

export { Fragment };

/** A key that is spread with other properties counts more than one of its own, as in React. */
export function jsxDEV(type: unknown, given: Readonly<Record<string, unknown>>, own?: unknown): object {
  const { key = own, ...others } = 'key' in given ? given : { key: own };
  const props = Object.freeze('key' in given ? others : given);
  for (const child of [props.children].flat() as (Child | null | undefined)[])
    if (child?._store) child._store.validated = 1; // made by another package
  return {
    $$typeof: ELEMENT,
    type,
    key: key === undefined ? null : String(key),
    ref: props.ref ?? null,
    props,
    _owner: null,
    _store: LOOKED_AT,
  };
}
