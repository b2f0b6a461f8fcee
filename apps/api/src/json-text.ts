import { HttpError } from './errors.ts'
import { excessOf, type JsonComplexity } from './json-complexity.ts'
import { repeatedName, valuesIn } from './json-names.ts'
import { unstorablePath } from './unstorable.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws {HttpError} 400 for bytes that are no UTF-8. */
export function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw invalidBody('body is not UTF-8')
  }
}

/**
 * A member called `__proto__` becomes a field of its own here. It is dropped like every unknown field.
 *
 * @param place where the text stands in the body, for the error.
 * @throws {HttpError} 400 for what is no JSON.
 */
export function parse(text: string, place = ''): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidBody(`body is not the JSON that is wanted: ${place}${(error as Error).message}`)
  }
}

export function invalidBody(message: string): HttpError {
  return new HttpError(400, 'invalid_request', message)
}

/** @throws {HttpError} 400 for a body with more than `maxValues`, or with too many inside each other. */
export function refuseComplex(complexity: JsonComplexity, maxValues: number): void {
  const excess = excessOf(complexity, maxValues)
  if (excess !== undefined) throw new HttpError(400, 'body_too_complex', `body ${excess}`)
}

/**
 * What would be lost or could not be stored in `value`, which was parsed from `text`, as a sentence;
 * `undefined` when there is nothing.
 *
 * @param values how many the text has, by `complexityOf`. `JSON.parse` keeps the last of two members with
 *   one name, so that fewer are left.
 */
export function faultOf(value: unknown, text: string, values: number): string | undefined {
  if (valuesIn(value) < values) return `${repeatedName(text)} is given twice`
  const path = unstorablePath(value, text)
  return path === undefined ? undefined : `${path} has a character that is no text`
}
