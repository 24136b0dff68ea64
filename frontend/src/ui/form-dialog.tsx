import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface FormDialogProps extends Omit<DialogProps, 'footer'> {
  /** Of the form among the children. */
  formId: string;
  /** Says what will happen: 'Make team', not 'OK'. */
  submitLabel: string;
  tone?: 'danger' | 'primary';
  /** False while there is nothing to submit. */
  isReady?: boolean;
}

/** A dialog around a form, with the buttons that leave and submit it. */
export function FormDialog({
  formId,
  submitLabel,
  tone = 'primary',
  isReady = true,
  ...dialog
}: FormDialogProps) {
  const { onClose, isBusy = false } = dialog;
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={tone} disabled={!isReady || isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    />
  );
}
