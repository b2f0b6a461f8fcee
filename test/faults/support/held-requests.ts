import type { ServerResponse } from 'node:http'
import { type Responder, status } from '@mediajobs/testing/dispatcher/responders'

/** Requests that a receiver holds until the test releases them. */
export interface HeldRequests {
  /** For the receiver. */
  readonly hold: Responder
  /** Held requests. */
  readonly count: number
  /** Responds 200 to up to `count` of the oldest requests. Returns their `x-webhook-id`s. */
  respond(count: number): string[]
  /** Drops all requests: their sender has ended. */
  forget(): void
}

export function holdRequests(): HeldRequests {
  const held: ServerResponse[] = []
  return {
    hold: (response) => void held.push(response),
    get count() {
      return held.length
    },
    respond(count) {
      return held.splice(0, count).map((response) => {
        status(200)(response, response.req.socket)
        return String(response.req.headers['x-webhook-id'])
      })
    },
    forget: () => void held.splice(0),
  }
}
