import { CopyButton } from './copy-button.tsx';
import { TextField } from './field.tsx';

/** A text to be taken along, such as an address, with a button that copies it. */
export function CopiedField({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-end gap-2">
      <TextField
        label={label}
        readOnly
        value={text}
        onFocus={(event) => event.target.select()}
        className="min-w-0 flex-1"
      />
      <CopyButton getText={() => text} label={`Copy ${label.toLowerCase()}`} className="min-h-control!" />
    </div>
  );
}
