import { LOGGED_REQUESTS_SPAN_MS, MAX_LOGGED_REQUESTS, REQUEST_LOG_DAYS } from '@mediajobs/domain'
import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  listRequests: {
    summary: 'List requests',
    description:
      `Lists the calls of your organization in the last ${REQUEST_LOG_DAYS} days, newest first: all errors, and a ` +
      'sample of the successes, whose share the operator sets (a tenth by default). A call is in the list a ' +
      'few seconds after its response. It has no body, no query and no value of a path. Each api process ' +
      `logs at most ${MAX_LOGGED_REQUESTS} calls of an organization in ${LOGGED_REQUESTS_SPAN_MS / 1_000} ` +
      'seconds; `GET /api-keys/{id}/usage` counts them all. A call with a key that was revoked or has ' +
      'expired is in the list too.',
  },
})
