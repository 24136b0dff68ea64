import { expect, test } from 'vitest';
import { countFile } from '#worker/runs/count-file.ts';
import { ENCODED_FILES } from '#test/support/encoded-files.ts';
import { SAME_YEAR, savedAs } from '#test/support/same-figures.ts';

// `test/unit/csv/encodings.test.ts` reads the same files as the page does.

test.each(ENCODED_FILES)('$name', async ({ bytes, text }) => {
  const [header = [], ...leads] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const [source = '', status = ''] = header;
  const saved = savedAs({
    name: status,
    digest: '',
    csv: () => text,
    configuration: {
      statusColumn: status,
      attributeColumns: [source],
      qualifiedValues: [leads[0]?.[1] ?? ''],
      notQualifiedValues: [],
      valueMappings: {},
      binningConfig: {},
    },
  });
  const { measurement } = await countFile({ pieces: [bytes.slice()], saved, year: SAME_YEAR });
  const won = leads.filter((cells) => cells[1] === leads[0]?.[1]);
  expect([measurement.totalLeads, measurement.totalConversions]).toEqual([leads.length, won.length]);
});
