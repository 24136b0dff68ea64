/** A node of React's tree, as far as its devtools read it. */
interface Fiber {
  tag: number;
  flags: number;
  type: { displayName?: string; name?: string; render?: { name: string }; type?: { name: string } } | null;
  child: Fiber | null;
  sibling: Fiber | null;
  /** The same node in the tree before. */
  alternate: Fiber | null;
}

type OnCommit = (root: { current: Fiber }) => void;

/** React tells its devtools of each commit, if they are there when it is loaded. */
const HOOK = '__REACT_DEVTOOLS_GLOBAL_HOOK__';
/** A function, with `forwardRef`, with `memo`, and both. */
const COMPONENTS: ReadonlySet<number> = new Set([0, 11, 14, 15]);
const HAS_RENDERED = 1;

// The packages of all test files are loaded once, this file for each of them.
const devtools: { onCommit?: OnCommit } =
  Reflect.get(globalThis, HOOK) ??
  Object.assign(globalThis, {
    [HOOK]: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount() {},
      onCommitFiberRoot(_: number, root: { current: Fiber }) {
        (this as { onCommit?: OnCommit }).onCommit?.(root);
      },
    },
  })[HOOK];

/** How often each component renders while something is done, by its name. */
export async function countRenders(work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const renders = new Map<string, number>();
  devtools.onCommit = ({ current }) => visit(current, current.alternate, renders);
  try {
    await work();
  } finally {
    delete devtools.onCommit;
  }
  return renders;
}

/** Visits what a commit has changed: the children of a node that nothing below has changed are the same as before. */
function visit(next: Fiber, before: Fiber | null, renders: Map<string, number>): void {
  if (COMPONENTS.has(next.tag) && (!before || (next.flags & HAS_RENDERED) > 0)) {
    const name = nameOf(next);
    renders.set(name, (renders.get(name) ?? 0) + 1);
  }
  if (before && next.child === before.child) return;
  for (let child = next.child; child; child = child.sibling) visit(child, child.alternate, renders);
}

function nameOf({ type }: Fiber): string {
  return type?.displayName ?? type?.name ?? type?.render?.name ?? type?.type?.name ?? '';
}
