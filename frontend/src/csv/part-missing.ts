/** Code could not be fetched or run: there is no connection, or a newer release has taken its place. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/** Fetches code, and fails with `PartMissing` without it. */
export async function fetchPart<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw new PartMissing('Code could not be fetched', { cause });
  }
}
