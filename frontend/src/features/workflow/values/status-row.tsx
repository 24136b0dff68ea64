import { memo } from 'react';
import { Badge } from '#frontend/ui/badge.tsx';
import { Checkbox } from '#frontend/ui/checkbox.tsx';
import { CountBar, LeadCount } from './count-bar.tsx';
import { NAME_LENGTH, shortText } from './short-text.ts';
import { ValueText } from './value-text.tsx';

interface StatusRowProps {
  value: string;
  leads: number;
  /** Of the leads that the most frequent value has. */
  share: number;
  isConverted: boolean;
  onMark(values: readonly string[], isQualified: boolean): void;
}

export const StatusRow = memo(function StatusRow({
  value,
  leads,
  share,
  isConverted,
  onMark,
}: StatusRowProps) {
  const text = shortText(value, NAME_LENGTH);
  return (
    <Checkbox
      label={text}
      checked={isConverted}
      onChange={(checked) => onMark([value], checked)}
      className="border-b border-hairline py-2.5 hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <ValueText text={text} />
          <LeadCount leads={leads} />
        </span>
        <CountBar share={share} isStrong={isConverted} />
      </span>
      <span className="flex w-28 shrink-0 justify-end">
        <Badge tone={isConverted ? 'accent' : 'neutral'}>{isConverted ? 'Converted' : 'Not Converted'}</Badge>
      </span>
    </Checkbox>
  );
});
