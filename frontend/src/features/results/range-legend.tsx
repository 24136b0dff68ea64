import { DECIMAL_MARK } from '#frontend/lib/format.ts';
import type { Bounds } from './kit/columns.tsx';

/** A legend of the bounds of labels such as 'Q4 (High)'. */
export function RangeLegend({ bounds }: { bounds: Bounds }) {
  return [...bounds].map(([field, ranges]) => (
    <dl key={field} className="flex flex-wrap gap-x-4 text-13 text-muted">
      <dt className="wrap-anywhere">Ranges of {field}</dt>
      {[...ranges].map(([name, own]) => (
        <dd key={name} className="wrap-anywhere">
          {name === own ? (
            own
          ) : (
            <>
              <span className="text-text">{name}</span> {own.replaceAll('.', DECIMAL_MARK)}
            </>
          )}
        </dd>
      ))}
    </dl>
  ));
}
