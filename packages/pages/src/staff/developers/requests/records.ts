import type { Schemas } from '@mediajobs/client'

/** A call of the request log. */
export type Call = Schemas['LoggedRequest']
export type Key = Schemas['ApiKey']
