import type { ServerResponse } from 'node:http'
import { type Responder, status } from '@mediajobs/testing/dispatcher/responders'

/** Requests to which a receiver does not respond until the test says so. */
export interface HeldRequests {
  /** For the receiver. */
  readonly hold: Responder
  /** How many requests wait for a response. */
  readonly count: number
  /** Responds 200 to at most `count` of the oldest requests; returns their `x-webhook-id`s. */
  respond(count: number): string[]
  /** Drops all requests, because their sender has ended. */
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
