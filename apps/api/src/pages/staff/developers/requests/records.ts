import type { Static } from '@sinclair/typebox'
import type { ApiKey } from '../../../../api-keys/schemas.ts'
import type { LoggedRequest } from '../../../../requests/schemas.ts'

/** A call of the request log. */
export type Call = Static<typeof LoggedRequest>
export type Key = Static<typeof ApiKey>
