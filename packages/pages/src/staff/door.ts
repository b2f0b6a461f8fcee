import { MAX_FORM_BYTES } from '@mediajobs/domain'
import { type Operation, PUBLIC } from '../host.ts'
import type { OwnSite } from './own-site.ts'
import type { SessionCookie } from './session-cookie.ts'

/** What staff pages need to know who is there. */
export interface Door {
  operations: ReadonlyMap<string, Operation>
  cookie: SessionCookie
  site: OwnSite
}

/** The options of a page that needs a sign-in. The calls that the page makes decide who may open it. */
export const STAFF = {
  config: { ...PUBLIC, isCountedByItsCall: true },
  schema: { hide: true },
  bodyLimit: MAX_FORM_BYTES,
} as const

/** The options of a page that needs no sign-in. */
export const OPEN = { config: PUBLIC, schema: { hide: true } } as const
