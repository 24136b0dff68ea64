import { foldUnchanged } from '#frontend/analysis/fold-values.ts';
import { readCsv, type ReadOptions, type ReadProgress } from '#frontend/csv/read-csv.ts';
import { exportDataset } from './export-dataset.ts';
import {
  codedColumn,
  countConversionsOf,
  describeColumn,
  describeFile,
  holdFile,
  type HeldFile,
} from './held-file.ts';
import { buffersOf } from './hand-over.ts';
import { nextTask } from './next-task.ts';
import { measurePlan, tallyPlan } from './count-plan.ts';
import { readBytes } from './read-bytes.ts';
import type { FromThread, Port, Questions, ToThread } from './protocol.ts';
import { unpackAnalysis } from './unpack-analysis.ts';

class Cancelled extends Error {}

/**
 * Answers the page's questions about one file at a time. A new file replaces the held one only after it was read
 * without a problem, so a cancelled or unreadable upload loses nothing.
 */
export function serveThread(port: Port): void {
  let held: HeldFile | null = null;
  // The file before, until the page goes on with the new one: its cancel may have been on the way meanwhile.
  let replaced: { by: number; held: HeldFile | null } | null = null;
  const cancelled = new Set<number>();

  const send = (message: FromThread, transfer: Transferable[] = []) => port.postMessage(message, transfer);

  async function open(id: number, file: File, options: ReadOptions): Promise<Questions['open']['answer']> {
    const bytes = await readBytes(file);
    if (!bytes) return { ok: false, error: { reason: 'unreadable' } };
    const read = await readCsv(bytes, options, async (progress: ReadProgress) => {
      send({ id, kind: 'progress', progress });
      await nextTask();
      if (cancelled.has(id)) throw new Cancelled();
    });
    if (!read.ok) return read;
    const next = holdFile(read.value.table);
    const opened = describeFile(next, file, read.value.report);
    replaced = { by: id, held };
    held = next;
    return { ok: true, value: opened };
  }

  function cancel(id: number): void {
    if (replaced?.by === id) held = replaced.held;
    else cancelled.add(id);
  }

  function heldFile(): HeldFile {
    if (!held) throw new Error('No file is open');
    return held;
  }

  function answer(message: Exclude<ToThread, { question: 'cancel' }>) {
    switch (message.question) {
      case 'open':
        return open(message.id, message.ask.file, message.ask.options);
      case 'describeColumn':
        return describeColumn(heldFile(), message.ask.column);
      case 'countConversions':
        return countConversionsOf(heldFile(), message.ask);
      case 'tally':
        return tallyPlan(heldFile(), message.ask.plan);
      case 'measure':
        return measurePlan(heldFile(), message.ask.plan, message.ask.known);
      case 'exportDataset':
        return exportDataset(heldFile().table, nextTask);
      case 'unpackAnalysis':
        return unpackAnalysis(new Uint8Array(message.ask.bytes), nextTask);
    }
  }

  /** A described column is looked at before it is counted: its values are put in order meanwhile. */
  async function prepareCount(column: number): Promise<void> {
    const { categories } = codedColumn(heldFile(), column);
    await nextTask();
    foldUnchanged(categories);
  }

  port.addEventListener('message', async (event) => {
    // Only client.ts posts here, and it posts nothing else.
    const message = event.data as ToThread;
    if (message.question === 'cancel') {
      cancel(message.id);
      return;
    }
    const { id } = message;
    replaced = null;
    try {
      const result = await answer(message);
      send({ id, kind: 'answer', answer: result }, buffersOf(result));
      if (message.question === 'describeColumn') void prepareCount(message.ask.column);
    } catch (error) {
      if (error instanceof Cancelled) send({ id, kind: 'cancelled' });
      else send({ id, kind: 'failed', message: String(error) });
    } finally {
      cancelled.delete(id);
    }
  });
}
