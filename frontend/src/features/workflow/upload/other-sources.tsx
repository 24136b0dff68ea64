import { useState, type ReactNode } from 'react';
import { Button } from '#frontend/ui/button.tsx';
import { pastedText, readClipboard } from './use-paste.ts';

const HINTS = {
  refused: 'Copy the cells with their header row, then press Ctrl+V here (⌘V on a Mac).',
  empty: 'There is no text on the clipboard. Copy the cells with their header row first.',
  unreachable: 'The sample could not be loaded. Check your connection, then try again.',
};

/** A source of data that the page adds: its button opens a dialog. */
export interface AddedSource {
  label: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** `keepWork` stores all choices in this browser, for a dialog that leaves the page. */
  renderDialog(props: { onFile(file: File): void; keepWork(): Promise<void> }): ReactNode;
}

interface OtherSourcesProps {
  onFile(file: File): void;
  added: AddedSource | null;
}

/** The sources of data other than a file: the clipboard, the sample and perhaps one that the page adds. */
export function OtherSources({ onFile, added }: OtherSourcesProps) {
  const [hint, setHint] = useState<keyof typeof HINTS | null>(null);
  const [isPointed, setPointed] = useState(false);
  const [showsAdded, setShowsAdded] = useState(added !== null);
  // A button that comes while a pointer is on the others would move them away under it.
  if (!isPointed && showsAdded !== (added !== null)) setShowsAdded(added !== null);

  const paste = async () => {
    const text = await readClipboard();
    const file = text === null ? null : pastedText(text);
    if (file) onFile(file);
    else setHint(text === null ? 'refused' : 'empty');
  };

  const openSample = async () => {
    setHint(null);
    const code = await import('../later-step.tsx').catch(() => null);
    if (code) onFile(code.sampleFile());
    else setHint('unreachable');
  };

  return (
    <>
      <div
        className="flex flex-wrap justify-center gap-2"
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
      >
        <Button size="small" onClick={() => void paste()}>
          Paste from a spreadsheet
        </Button>
        {added && showsAdded && (
          <Button size="small" onClick={() => added.onOpenChange(true)}>
            {added.label}
          </Button>
        )}
        <Button size="small" onClick={() => void openSample()}>
          Try sample data
        </Button>
      </div>
      <output className="block text-13 text-muted not-empty:mt-3">{hint && HINTS[hint]}</output>
    </>
  );
}
