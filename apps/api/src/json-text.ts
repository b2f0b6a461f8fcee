import type { RefusedField } from '@mediajobs/domain'
import { HttpError, invalidBody } from './errors.ts'
import { excessOf, type JsonComplexity } from './json-complexity.ts'
import { repeatedName, valuesIn } from './json-names.ts'
import { unstorablePath } from './unstorable.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws {HttpError} 400 when the bytes are not UTF-8. */
export function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw invalidBody('wrong_format', 'body is not UTF-8')
  }
}

/**
 * `JSON.parse` makes a member called `__proto__` an ordinary field, which is dropped as unknown later.
 *
 * @param place of the text in the body, for the error.
 * @throws {HttpError} 400 when the text is not JSON.
 */
export function parse(text: string, place = ''): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidBody('wrong_format', `body is not valid JSON: ${place}${(error as Error).message}`)
  }
}

/** @throws {HttpError} 400 when there are more than `maxValues` values, or too many levels. */
export function refuseComplex(complexity: JsonComplexity, maxValues: number): void {
  const excess = excessOf(complexity, maxValues)
  if (excess !== undefined)
    throw new HttpError(400, 'body_too_complex', `body ${excess}`).at('', 'too_large')
}

/**
 * The reason to refuse `value`, which was parsed from `text`: a part was lost or can't be stored.
 * `undefined` when there is no reason.
 *
 * @param values the number of values in the text, by `complexityOf`. `JSON.parse` keeps only the last of
 *   two members with the same name, so `value` then has fewer.
 */
export function faultOf(value: unknown, text: string, values: number): RefusedField | undefined {
  if (valuesIn(value) < values) {
    const path = repeatedName(text) ?? ''
    return { path, code: 'not_unique', message: `${path} is given twice` }
  }
  const path = unstorablePath(value, text)
  if (path === undefined) return undefined
  const message = `${path || 'body'} has a character that cannot be stored`
  return { path, code: 'wrong_format', message }
}
