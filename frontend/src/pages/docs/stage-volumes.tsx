import { PLATFORM_VOLUMES } from '#frontend/analysis/stages/platform-volumes.ts';
import { formatDate } from '#frontend/lib/format-date.ts';
import { DocsTable } from './figures.tsx';

/** The conversions that each platform asks for, with its own page. */
export function StageVolumes() {
  return (
    <DocsTable
      caption="Conversions that a platform asks for"
      head={['Platform', 'Conversions', 'Source']}
      rows={PLATFORM_VOLUMES.map(({ name, conversions, days, per, isNeeded, source, read }) => [
        name,
        `${conversions} in ${days} days per ${per}${isNeeded ? '' : ', to judge by; none are needed'}`,
        `${new URL(source).hostname}, read ${formatDate(new Date(`${read}T12:00:00`), 'long')}`,
      ])}
    />
  );
}
