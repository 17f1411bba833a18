const PAGE_SIZE = 1000

/**
 * The first item that is wanted, however far behind: a search finds every item that holds the text, and the one that is
 * meant may stand behind thousands of others.
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
