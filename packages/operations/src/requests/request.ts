/** The response to a call, and who called. */
export interface RequestEntry {
  organizationId: string
  /** The `x-request-id` of the response. */
  requestId: string
  method: string
  /** The pattern of the path as in the OpenAPI document, never the path itself: it may have a secret. */
  route: string
  /** The status of the response; 499 when the client disconnected before its end. */
  status: number
  code: string | null
  /** Milliseconds. */
  durationMs: number
  /** `null` for a call of a session. */
  apiKeyId: string | null
  userId: string
  /** When the call ended, by `performance.now()`. */
  endedAtMs: number
}

/** A call as the request log has it. */
export interface LoggedRequest {
  id: string
  /** The end of the call: the time in the id, by which the list is sorted. */
  at: string
  requestId: string
  method: string
  route: string
  status: number
  code: string | null
  milliseconds: number
  apiKeyId: string | null
  userId: string
}

/** How many calls a key made that got this status. */
export interface CallCount {
  organizationId: string
  apiKeyId: string
  status: number
  calls: number
}
