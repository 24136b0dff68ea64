import { SequenceDiagram } from './sequence-diagram.tsx';

const [BROWSER, WORKER, D1] = [0, 1, 2] as const;

export function SaveDiagram() {
  return (
    <SequenceDiagram
      title="The browser posts the analysis with a key, the Worker stores its record and answers an id. The browser then sends the rows, compressed; the Worker stores them in parts and, when all are there, makes the analysis visible."
      caption="Saving: a part of an analysis is never seen"
      lanes={['Browser', 'Worker', 'D1']}
      messages={[
        { from: BROWSER, to: WORKER, text: 'figures, choices' },
        { from: WORKER, to: D1, text: 'hidden record' },
        { from: WORKER, to: BROWSER, text: 'its id', isAnswer: true },
        { from: BROWSER, to: WORKER, text: 'rows, gzip' },
        { from: WORKER, to: D1, text: 'part by part' },
        { from: WORKER, to: D1, text: 'now visible' },
        { from: WORKER, to: BROWSER, text: 'saved', isAnswer: true },
      ]}
    />
  );
}
