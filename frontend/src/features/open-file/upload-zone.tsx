import { createContext, useId, type ReactNode, type Ref, useState } from 'react';
import { MAX_FILE_BYTES, MIB } from '#contract/limits.ts';
import { bundleFiles } from '#frontend/csv/file-bundle.ts';
import { FILE_ENDINGS } from '#frontend/csv/validate-file.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Glyph } from '#frontend/ui/glyphs.tsx';
import { Button } from '#frontend/ui/button.tsx';
import type * as sampleData from './sample-data.ts';
import { pastedText, readClipboard } from '#frontend/ui/drop-and-paste.ts';

interface UploadZoneProps {
  /** True while a dragged file is over the page. */
  isOver: boolean;
  /** True while a message under the zone takes a part of its height. */
  isCompact: boolean;
  onFile(file: File): void;
  inputRef: Ref<HTMLInputElement>;
  /** Other sources of data, at the lower edge of the zone. */
  children: ReactNode;
}

/** A native file input whose label fills the zone, so that the browser handles click, Enter and Space. */
export function UploadZone({ isOver, isCompact, onFile, inputRef, children }: UploadZoneProps) {
  const id = useId();
  return (
    <ZoneFrame isOver={isOver}>
      <input
        ref={inputRef}
        id={id}
        type="file"
        multiple
        accept={FILE_ENDINGS.join()}
        aria-describedby={`${id}-limit ${id}-others ${id}-privacy`}
        className="peer sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) onFile(bundleFiles(files));
          // Otherwise choosing the same file again would fire no event.
          event.target.value = '';
        }}
      />
      {!isCompact && (
        <Glyph
          name="fileUp"
          className={cx('mb-3 size-6', isOver ? 'text-accent' : 'text-faint')}
          strokeWidth={1.5}
        />
      )}
      <label
        htmlFor={id}
        className="text-16 font-semibold text-balance after:absolute after:inset-0 after:rounded-surface peer-focus-visible:after:outline-2 peer-focus-visible:after:outline-offset-2 peer-focus-visible:after:outline-accent"
      >
        Drop CSV file here or click to browse
      </label>
      <p id={`${id}-limit`} className="mt-1 text-13 text-muted">
        Supports .csv files up to {MAX_FILE_BYTES / MIB}MB
      </p>
      <p id={`${id}-others`} className={cx('text-13 text-muted', isCompact && 'sr-only')}>
        Excel (.xlsx), .tsv, .txt, .zip and several files at once work too
      </p>
      {/* These buttons lie above the label, which would catch their clicks. */}
      <div className={cx('relative', isCompact ? 'mt-3' : 'mt-4')}>{children}</div>
      <p id={`${id}-privacy`} className={cx('mt-4 text-13 text-muted', isCompact && 'sr-only')}>
        Your file stays in this browser
      </p>
    </ZoneFrame>
  );
}

export function ZoneFrame({ isOver = false, children }: { isOver?: boolean; children: ReactNode }) {
  return (
    <div
      data-over={isOver || undefined}
      className={cx(
        'relative flex flex-1 flex-col items-center justify-center rounded-surface border border-dashed px-2 py-4 text-center sm:px-4 transition-colors',
        isOver ? 'border-accent bg-accent-wash' : 'border-control bg-surface hover:border-faint',
      )}
    >
      {children}
    </div>
  );
}

const HINTS = {
  refused: 'Copy the cells with their header row, then press Ctrl+V here (⌘V on a Mac).',
  empty: 'There is no text on the clipboard. Copy the cells with their header row first.',
  unreachable: 'The sample could not be fetched. Connect once and try again.',
};

/** A source of data that the page adds: its button opens a dialog. */
export interface AddedSource {
  label: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** `keepWork` stores all choices in this browser, for a dialog that leaves the page. */
  renderDialog(props: { onFile(file: File): void; keepWork(): Promise<void> }): ReactNode;
}

/** Null where the page adds none. */
export const AddedSourceContext = createContext<AddedSource | null>(null);

/** Fetches the sample data. */
export type FetchSample = () => Promise<Pick<typeof sampleData, 'downloadSample' | 'sampleFile'>>;

interface OtherSourcesProps {
  onFile(file: File): void;
  fetchSample: FetchSample;
  added: AddedSource | null;
}

/** The sources of data other than a file: the clipboard, the sample and perhaps one that the page adds. */
export function OtherSources({ onFile, added, fetchSample }: OtherSourcesProps) {
  const [hint, setHint] = useState<keyof typeof HINTS | null>(null);
  const [isPointed, setPointed] = useState(false);
  const [showsAdded, setShowsAdded] = useState(added !== null);
  // A new button would move the others, so it waits while the pointer is over them.
  if (!isPointed && showsAdded !== (added !== null)) setShowsAdded(added !== null);

  const paste = async () => {
    const text = await readClipboard();
    const file = text === null ? null : pastedText(text);
    if (file) onFile(file);
    else setHint(text === null ? 'refused' : 'empty');
  };

  const openSample = async () => {
    setHint(null);
    const code = await fetchSample().catch(() => null);
    if (code) onFile(code.sampleFile());
    else setHint('unreachable');
  };

  return (
    <>
      <div
        // On a phone the added button needs a second row, whose room is there from the start.
        className="flex min-h-16 flex-wrap content-start justify-center gap-2 sm:min-h-0"
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
