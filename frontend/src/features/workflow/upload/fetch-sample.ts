/** The sample file. What makes it is no part of the first page. */
export async function fetchSample(): Promise<{ name: string; text: string }> {
  const { SAMPLE_FILE_NAME, sampleCsv } = await import('./sample-data.ts');
  return { name: SAMPLE_FILE_NAME, text: sampleCsv() };
}
