const PAGE_SIZE = 1000

/** Reads every item of a list, page by page. */
export async function readAll<T>(
  readPage: (page: { page: number; page_size: number }) => Promise<{ items: T[]; total: number }>,
): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page += 1) {
    const { items, total } = await readPage({ page, page_size: PAGE_SIZE })
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
