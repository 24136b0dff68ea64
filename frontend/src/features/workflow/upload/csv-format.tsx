import { Button } from '#frontend/ui/button.tsx';
import { Glyph } from '#frontend/ui/glyphs.tsx';

const RULES = [
  'Up to 20 columns supported',
  'At least 2 columns (1 Status + 1-3 attributes)',
  'First row holds column headers',
  'After upload, you select which columns to analyze',
];

async function downloadSample(): Promise<void> {
  (await import('../later-step.tsx')).downloadSample();
}

/** The rules for a file, in a line that unfolds, and a sample to download. */
export function CsvFormat() {
  return (
    <div className="relative">
      <details className="group">
        <summary className="flex w-fit min-h-control-small list-none items-center gap-1.5 text-13 font-medium [&::-webkit-details-marker]:hidden">
          <Glyph
            name="chevronRight"
            className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90"
          />
          Expected CSV Format
        </summary>
        <ul className="mt-1 list-disc pl-9 text-13 text-muted marker:text-faint">
          {RULES.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
      <Button
        variant="ghost"
        size="small"
        icon={<Glyph name="download" />}
        className="absolute top-0 -right-2.5"
        onClick={() => void downloadSample()}
      >
        Download sample
      </Button>
    </div>
  );
}
