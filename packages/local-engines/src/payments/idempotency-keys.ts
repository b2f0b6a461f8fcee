import { createHash } from 'node:crypto'
import { Refusal } from './refusal.ts'

const MAX_KEYS = 10_000

/** https://docs.stripe.com/api/idempotent_requests */
export class IdempotencyKeys {
  readonly #answers = new Map<string, { request: string; body: string }>()
  readonly #underWay = new Set<string>()

  /** The response of the first call with this key. @throws {Refusal} for a different call, or one in progress. */
  async once(key: string, call: string, act: () => Promise<Response>): Promise<Response> {
    const request = createHash('sha256').update(call).digest('hex')
    const before = this.#answers.get(key)
    if (before && before.request !== request) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      throw new Refusal(400, message, { type: 'idempotency_error' })
    }
    if (before) {
      const headers = { 'content-type': 'application/json', 'idempotent-replayed': 'true' }
      return new Response(before.body, { headers })
    }
    if (this.#underWay.has(key)) {
      const message = 'There is currently another in-progress request using this Idempotency-Key'
      throw new Refusal(409, message, { code: 'idempotency_key_in_use' })
    }
    this.#underWay.add(key)
    try {
      const response = await act()
      // Calls that fail validation may be corrected and repeated.
      if (response.ok) this.#keep(key, { request, body: await response.clone().text() })
      return response
    } finally {
      this.#underWay.delete(key)
    }
  }

  #keep(key: string, answer: { request: string; body: string }): void {
    this.#answers.set(key, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > MAX_KEYS && oldest !== undefined) this.#answers.delete(oldest)
  }
}
