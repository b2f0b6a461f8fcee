/** Parameters of a call: strings and nested forms. */
export interface Form {
  [name: string]: string | Form
}

const MAX_PARAMETERS = 200
const NAME = /^[a-z_]\w{0,63}(\[\w{0,40}\]){0,6}$/i

/** Parses `line_items[0][quantity]=1`, the format of Stripe's libraries. @throws {Refusal} */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null)
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > MAX_PARAMETERS) throw badParameter('', 'Too many parameters')
  for (const [name, value] of pairs) {
    if (!NAME.test(name)) throw badParameter(name, `Received unknown parameter: ${name}`)
    put(
      form,
      name.split(/[[\]]+/).filter((part, at) => at === 0 || part !== ''),
      value,
      name,
    )
  }
  return form
}

function put(form: Form, path: readonly string[], value: string, name: string): void {
  const [first = '', ...rest] = path
  if (rest.length === 0) {
    form[first] = value
    return
  }
  const inner: string | Form = form[first] ?? Object.create(null)
  if (typeof inner === 'string') throw badParameter(name, `Invalid hash: ${name}`)
  form[first] = inner
  put(inner, rest, value, name)
}

/** Refuses unknown parameters, like Stripe. @throws {Refusal} */
export function expectOnly(form: Form, known: readonly string[]): void {
  const unknown = Object.keys(form).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw badParameter(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown')
}

export function textOf(form: Form, name: string): string | null {
  const value = form[name]
  if (value === undefined || value === '') return null
  if (typeof value === 'string') return value
  throw badParameter(name, `Invalid string: ${name}`)
}

export function requiredText(form: Form, name: string): string {
  const value = textOf(form, name)
  if (value !== null) return value
  throw badParameter(name, `Missing required param: ${name}.`, 'parameter_missing')
}

export function innerForm(form: Form, name: string): Form {
  const value = form[name] ?? {}
  if (typeof value === 'string') throw badParameter(name, `Invalid hash: ${name}`)
  return value
}

export function integerOf(form: Form, name: string): number | null {
  const text = textOf(form, name)
  if (text === null) return null
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  throw badParameter(name, `Invalid integer: ${text}`, 'parameter_invalid_integer')
}

export function textsOf(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => {
      if (typeof value !== 'string') throw badParameter(name, `Invalid string: ${name}`)
      return [name, value]
    }),
  )
}

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
