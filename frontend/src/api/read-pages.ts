/** Reads all pages of a list, one after the other. `next` names the entry before which the next page begins; it is null in the last one. */
export async function readPages<Page extends { next: string | number | null }>(
  readPage: (before: Page['next'] | null) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  let before: Page['next'] | null = null;
  do {
    const page = await readPage(before);
    pages.push(page);
    before = page.next;
  } while (before !== null);
  return pages;
}
