import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;

/**
 * jsdom with a quick `getComputedStyle` and `matches`. Every query by role asks the display and visibility of many elements, and for
 * each jsdom matches its whole style sheet with the element and its ancestors: a third of the time of these tests.
 */
const quickJsdom: Environment = {
  ...jsdom,
  name: 'quick-jsdom',
  async setup(global, options) {
    const environment = await jsdom.setup(global, options);
    quickenComputedStyle(global);
    quickenMatches(global.Element.prototype);
    return environment;
  },
};

export default quickJsdom;

/** No test loads a style sheet, so these and the tag decide on the display of an element. */
const DECIDING = ['hidden', 'open', 'popover', 'type', 'style'];

/**
 * Asks jsdom for the display once for each kind of element. Other properties are those of the element's own style, since
 * no style sheet sets them.
 */
function quickenComputedStyle(view: typeof globalThis): void {
  const compute = view.getComputedStyle.bind(view);
  const displays = new Map<string, string>();

  function displayOf(element: Element): string {
    const kind = [element.localName, ...DECIDING.map((name) => element.getAttribute(name))].join('\n');
    const display = displays.get(kind) ?? compute(element.cloneNode() as Element).display; // a clone of an element
    displays.set(kind, display);
    return display;
  }

  function quick(element: Element, property: string | symbol): string | undefined {
    if (property === 'display') return displayOf(element);
    if (property === 'visibility') return visibilityOf(element);
    return undefined;
  }

  view.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement) return compute(element, pseudoElement);
    const { style } = element as HTMLElement; // no other elements are drawn than those of HTML and SVG
    const getPropertyValue = (property: string) =>
      quick(element, property) ?? style.getPropertyValue(property);
    return new Proxy(style, {
      get(_, property) {
        if (property === 'getPropertyValue') return getPropertyValue;
        const value: unknown = quick(element, property) ?? Reflect.get(style, property);
        return typeof value === 'function' ? value.bind(style) : value;
      },
    });
  };
}

/** Every query by role asks of many elements whether they are of one of a hundred kinds: the tag alone says no to most. */
function quickenMatches(prototype: Element): void {
  const { matches } = prototype;
  const tags = new Map<string, string>();

  /** The tag that a selector of one element begins with; empty where there is none. */
  function tagOf(selector: string): string {
    const tag =
      tags.get(selector) ?? /^([a-z\d]+)(?:\[[^\]]*\]|:not\(\[[^\]]*\]\))*$/.exec(selector)?.[1] ?? '';
    tags.set(selector, tag);
    return tag;
  }

  Object.assign(prototype, {
    matches(this: Element, selector: string): boolean {
      const tag = tagOf(selector);
      return (tag === '' || tag === this.localName) && matches.call(this, selector);
    },
  });
}

/** That of the nearest element with one of its own. */
function visibilityOf(element: Element): string {
  for (let own: Element | null = element; own; own = own.parentElement) {
    const [, visibility] = /visibility:\s*(\w+)/.exec(own.getAttribute('style') ?? '') ?? [];
    if (visibility) return visibility;
  }
  return 'visible';
}
