import { messageOf } from '../../../message.ts'
import { type Called, call } from '../../browser/call.ts'
import { TEXTS } from '../texts.ts'
import { type Connection, MAX_FAILURES } from './connection.ts'

/** The API names a file of a call by its place. The row of the file has the message. */
const INDEX = /files\[\d+\]\./g

/** A refusal that no new try changes. The message is for the person. */
export class Refused extends Error {
  readonly status: number

  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

/**
 * Calls the API. It waits for a connection, for the seconds that the API asks for, and after faults.
 *
 * @throws {Refused}
 */
export async function ask<Body>(
  connection: Connection,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<Body> {
  for (let failures = 0; ; ) {
    await connection.ready()
    const response = await tried<Body>(method, path, body)
    if (response?.isSuccess) {
      connection.worked()
      return response.body
    }
    if (response && !isPassing(response.status)) throw refusal(response)
    // Without a connection nothing was tried: that is no failure.
    if (navigator.onLine) failures += 1
    if (failures > MAX_FAILURES) throw new Refused(response ? TEXTS.busy : TEXTS.noConnection)
    connection.failed(response?.retryAfter ?? undefined)
  }
}

/** Whether the same request may work later. */
export function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** `undefined` without a response of the service: no connection, or a proxy's own page. */
async function tried<Body>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<Called<Body> | undefined> {
  try {
    return await call<Body>(method, path, body ? { body } : {})
  } catch {
    return undefined
  }
}

function refusal({ status, body }: Called<unknown>): Refused {
  if (status === 401 || status === 421) return new Refused(TEXTS.sessionEnded, status)
  const { message } = body as { message: string | string[] }
  const ofFile = [message].flat().map((each) => each.replaceAll(INDEX, ''))
  return new Refused(messageOf({ message: ofFile }), status)
}
