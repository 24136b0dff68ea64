import type { NewPush, PushStore, PushSummary, StoredPush } from '#worker/pushes/push.ts';

/** Pushes of one user to one account, in memory. Like the table it holds JSON. */
export class MemoryPushStore<Frame, Call> implements PushStore<Frame, Call> {
  pushes: StoredPush<Frame, Call>[] = [];
  /** The pushes that would have their rules in use. */
  marked = new Set<string>();
  /** True while another request of the user writes. */
  isBusy = false;
  /** The Worker ends after this number of changes. */
  endsAfter = Infinity;

  /** Returns a function that makes the pushes and their marks what they are now. */
  remember(): () => void {
    const [pushes, marked] = [structuredClone(this.pushes), [...this.marked]];
    return () => {
      [this.pushes, this.marked] = [structuredClone(pushes), new Set(marked)];
    };
  }

  list(): Promise<PushSummary<Call>[]> {
    const last = this.pushes.find(
      ({ state, written, pending }) => state !== 'undone' && (written.length > 0 || pending),
    );
    const listed = this.pushes.map((push) => {
      const { id, state, ids, pending, written } = endInterrupted(push);
      return { id, state, ids, pending, written, isNextUndo: push === last && push.before !== null };
    });
    return Promise.resolve(structuredClone(listed));
  }

  find(id: string): Promise<StoredPush<Frame, Call> | undefined> {
    const push = this.pushes.find((one) => one.id === id);
    return Promise.resolve(push && structuredClone(endInterrupted(push)));
  }

  start(push: NewPush<Frame, Call>): Promise<string | null> {
    if (this.isBusy) return Promise.resolve(null);
    const id = `push-${this.pushes.length}`;
    this.pushes.unshift({ id, ...(JSON.parse(JSON.stringify(push)) as NewPush<Frame, Call>) });
    return Promise.resolve(id);
  }

  resume(id: string): Promise<boolean> {
    const push = this.pushes.find((one) => one.id === id);
    if (this.isBusy || !push) return Promise.resolve(false);
    push.state = 'undoing';
    return Promise.resolve(true);
  }

  save(id: string, fields: Partial<StoredPush<Frame, Call>>): Promise<void> {
    if (--this.endsAfter < 0) return Promise.reject(new Error('The Worker has ended'));
    Object.assign(this.pushes.find((one) => one.id === id) ?? {}, JSON.parse(JSON.stringify(fields)));
    return Promise.resolve();
  }

  async end(id: string, fields: Partial<StoredPush<Frame, Call>>): Promise<void> {
    await this.save(id, fields);
    if (fields.state === 'done') this.marked.add(id);
    if (fields.state === 'undone') this.marked.delete(id);
  }

  forgetPending(id: string): Promise<void> {
    return this.save(id, { pending: null });
  }
}

/** A push that never ended has stopped. */
const endInterrupted = <Push extends Pick<StoredPush, 'state'>>(push: Push): Push =>
  push.state === 'writing'
    ? { ...push, state: 'stopped' }
    : push.state === 'undoing'
      ? { ...push, state: 'undo-stopped' }
      : push;
