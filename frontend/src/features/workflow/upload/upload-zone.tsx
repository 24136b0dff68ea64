import { useId, type ReactNode, type Ref } from 'react';
import { MAX_FILE_BYTES, MIB } from '#contract/limits.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { Glyph } from '#frontend/ui/glyphs.tsx';

export interface UploadZoneProps {
  /** A file hovers over the page. */
  isOver: boolean;
  /** A message stands under the zone, in its room. */
  isCompact: boolean;
  onFile(file: File): void;
  inputRef: Ref<HTMLInputElement>;
  /** Other ways to bring data, at the zone's lower edge. */
  children: ReactNode;
}

/** A native file input whose label fills the zone: click, Enter and Space are the browser's own. */
export function UploadZone({ isOver, isCompact, onFile, inputRef, children }: UploadZoneProps) {
  const id = useId();
  return (
    <ZoneFrame isOver={isOver}>
      <input
        ref={inputRef}
        id={id}
        type="file"
        accept=".csv"
        aria-describedby={`${id}-limit ${id}-privacy`}
        className="peer sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          // Choosing the same file again is a change too.
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
      {/* Above the label's area, so that the buttons are buttons. */}
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
        'relative flex flex-1 flex-col items-center justify-center rounded-surface border border-dashed px-4 py-4 text-center transition-colors',
        isOver ? 'border-accent bg-accent-wash' : 'border-control bg-surface hover:border-faint',
      )}
    >
      {children}
    </div>
  );
}
