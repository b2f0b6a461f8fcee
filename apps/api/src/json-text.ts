import { HttpError } from './errors.ts'

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
