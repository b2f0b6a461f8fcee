import { REDIRECTED } from '@mediajobs/domain'
import { Type } from '@sinclair/typebox'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Opened by programs that follow redirects and don't read errors: a calendar, a download. */
    isLink?: boolean
  }
}

/** The query of a link that another cell may have redirected here. */
export const redirectedQuery = {
  [REDIRECTED]: Type.Optional(
    Type.String({
      maxLength: 1,
      description: 'A redirect from another cell sets it. The link is redirected only once',
    }),
  ),
}
