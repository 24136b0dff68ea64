import { ORDER_ID_PREFIX } from '#frontend/analysis/uploads/order-ids.ts';
import { countNoun } from '#frontend/lib/format.ts';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import type { UploadForm } from '#frontend/features/platforms/chosen-upload.ts';

interface OrderIdChoiceProps extends Pick<UploadForm, 'keepsOrderIds'> {
  /** Leads whose order id is a bare number or one character. */
  leads: number;
  onChange(changes: Pick<UploadForm, 'keepsOrderIds'>): void;
}

/** Asks whether order ids that Google refuses get a prefix, or stay as earlier uploads had them. Nothing where there are none. */
export function OrderIdChoice({ leads, keepsOrderIds, onChange }: OrderIdChoiceProps) {
  if (leads === 0) return null;
  const ids = `${countNoun(leads, 'order ID')} ${leads === 1 ? 'is a bare number' : 'are bare numbers'} or one character`;
  return (
    <div className="flex flex-col gap-1.5">
      <SegmentedControl
        label="Order IDs"
        isLabelHidden={false}
        options={[
          { value: 'prefixed', label: 'With the prefix' },
          { value: 'kept', label: 'As before' },
        ]}
        value={keepsOrderIds ? 'kept' : 'prefixed'}
        onChange={(value) => onChange({ keepsOrderIds: value === 'kept' })}
      />
      <p className="max-w-prose text-13 text-muted">
        {keepsOrderIds
          ? `${ids}, as in your earlier uploads. Google refuses such IDs in a send: upload the file.`
          : `${ids}, which Google refuses in a send. They get “${ORDER_ID_PREFIX}” in front, such as ${ORDER_ID_PREFIX}48213. If you uploaded these leads before without it, choose ‘As before’: otherwise they may count twice.`}
      </p>
    </div>
  );
}
