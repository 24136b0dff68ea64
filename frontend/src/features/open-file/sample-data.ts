import { downloadBlob } from '#frontend/lib/download.ts';
import { sampleCsv } from './sample-csv.ts';
import { SAMPLE_NAME, SAMPLE_START } from './sample-file.ts';

/** The sample as the file of a visitor. */
export function sampleFile(): File {
  return new File([sampleCsv()], SAMPLE_NAME, { type: 'text/csv', lastModified: SAMPLE_START });
}

export function downloadSample(): void {
  downloadBlob(SAMPLE_NAME, sampleFile());
}
