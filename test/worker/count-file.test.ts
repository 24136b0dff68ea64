import { expect, test } from 'vitest';
import { countFile } from '#worker/runs/count-file.ts';
import { makeSave } from './analysis-support.ts';

test('counts', async () => {
  const { configurationData } = makeSave();
  const pieces = [new TextEncoder().encode('Status,Source,Age\nQualified,fb,20\nLost,Google,50\nNew,fb,30\n')];
  const r = await countFile({ pieces, year: 2026, saved: { name: 'x', settings: {conversionValue: 1, thresholdPercent: 10}, configuration: configurationData as never, figures: { metrics: [] } } });
  console.log(JSON.stringify(r));
  expect(r).toBeTruthy();
});
