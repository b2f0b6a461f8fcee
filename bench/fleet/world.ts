import type { Books } from './books.ts'
import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'

/** What the jobs and imports of a day work with. */
export interface World {
  clock: Clock
  caller: Caller
  books: Books
  photo: Buffer
  /** The store as the service names it, and as clients reach it. */
  proxy: { storeUrl: string; clientStoreUrl: string }
}
