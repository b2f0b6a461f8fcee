import type { Books } from './books.ts'
import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'

/** What a job needs to be lived. */
export interface World {
  clock: Clock
  caller: Caller
  books: Books
  photo: Buffer
  /** The store as the service names it, and as clients reach it. */
  proxy: { storeUrl: string; clientStoreUrl: string }
}
