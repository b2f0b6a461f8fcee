/** An error in Stripe's format: https://docs.stripe.com/api/errors */
export class Refusal extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.fields = { type: 'invalid_request_error', ...fields }
  }
}

export function missing(what: string, id: string): Refusal {
  const fields = { code: 'resource_missing', param: 'id' }
  return new Refusal(404, `No such ${what}: '${id}'`, fields)
}

export function badParameter(param: string, message: string, code = 'parameter_invalid'): Refusal {
  return new Refusal(400, message, { code, param })
}
