// The API's maximum, because each page counts against the rate limit.
const RECORDS_PER_PAGE = 100

/** Every record of a list, in order. Requests a page once the previous one is consumed. */
export async function* pages(
  getPage: (query: Record<string, unknown>) => Promise<unknown>,
  query: Record<string, unknown>,
): AsyncGenerator<unknown, void, undefined> {
  let cursor: unknown = query.cursor
  do {
    const page = checked(await getPage({ limit: RECORDS_PER_PAGE, ...query, cursor }))
    yield* page.data
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

function checked(page: unknown): { data: unknown[]; nextCursor: unknown } {
  const isPage = typeof page === 'object' && page !== null && 'data' in page && 'nextCursor' in page
  if (!isPage || !Array.isArray(page.data))
    throw new TypeError('the response is not a page of a list')
  return { data: page.data, nextCursor: page.nextCursor }
}
