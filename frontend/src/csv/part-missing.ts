/** Code could not be fetched or run: there is no connection, or a newer release has replaced it. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/** Fetches code. Throws `PartMissing` if that fails. */
export async function fetchPart<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw new PartMissing('Code could not be fetched', { cause });
  }
}
