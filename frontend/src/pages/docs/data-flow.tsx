import { FlowDiagram } from './flow-diagram.tsx';
import { SaveDiagram } from './save-diagram.tsx';

export function DataFlow() {
  return (
    <>
      <p>
        Data flows one way. A browser thread of its own holds the file, so that the page stays quick, and rows
        never leave it. It counts: for every value, and for two values together where they are worth a test,
        how many leads have them and how many of these converted. Every figure comes from that, and moving a
        threshold reads no row again: it judges anew what was measured.
      </p>
      <FlowDiagram />
      <p>
        Saving sends the dataset, compressed, from the thread to the server; reopening takes the same way
        back. Nothing else of a file is ever sent.
      </p>
      <SaveDiagram />
      <p>A retry after a lost answer carries the same key and makes no second copy.</p>
    </>
  );
}
