const PAGE_SIZE = 1000

/**
 * Returns the first wanted item. A search returns every item that contains the text, and the wanted one may be behind
 * thousands of others.
 */
export async function findInList<T>(
  readPage: (page: { page: number; page_size: number }) => Promise<{ items: T[]; total: number }>,
  isWanted: (item: T) => boolean,
): Promise<T | undefined> {
  for (let page = 1; ; page += 1) {
    const { items, total } = await readPage({ page, page_size: PAGE_SIZE })
    const found = items.find(isWanted)
    if (found || items.length === 0 || page * PAGE_SIZE >= total) return found
  }
}
