import { ConfirmDialog } from '#frontend/ui/dialog.tsx';
import { quote } from './step-layout.tsx';

interface ReplaceQuestionProps {
  /** The dropped file. */
  name: string;
  /** The file that is open. */
  openName: string;
  onOpen(): void;
  onClose(): void;
}

/** Asks whether a file that is dropped on a later step takes the place of the open one. */
export function ReplaceQuestion({ name, openName, onOpen, onClose }: ReplaceQuestionProps) {
  return (
    <ConfirmDialog
      tone="primary"
      title={`Open ${quote(name, NAME_LENGTH)} instead?`}
      description={`It takes the place of ${quote(openName, NAME_LENGTH)} and of your choices for it. Nothing changes if you cancel.`}
      confirmLabel="Open"
      onConfirm={onOpen}
      onClose={onClose}
    />
  );
}

const NAME_LENGTH = 60;
