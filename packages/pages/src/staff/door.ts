import { MAX_FORM_BYTES } from '@mediajobs/domain'
import { OPEN_PAGE } from '../host.ts'
import type { OwnSite } from './own-site.ts'
import type { SessionCookie } from './session-cookie.ts'

/** What staff pages need to know who is there. */
export interface Door {
  cookie: SessionCookie
  site: OwnSite
}

/** The options of a page that needs no sign-in. */
export const OPEN = { config: OPEN_PAGE, schema: { hide: true } } as const

/** The options of a page that needs a sign-in, outside any organization. */
export const PERSON = { ...OPEN, bodyLimit: MAX_FORM_BYTES } as const

/** The options of a page of an organization. The calls that it makes decide what the person may do. */
export const STAFF = { ...PERSON, config: { ...OPEN_PAGE, isOfMember: true } } as const
