export type EngineErrorCode =
  | 'PORT_TAKEN'
  | 'DIRECTORY_IN_USE'
  | 'UNSUPPORTED_PLATFORM'
  | 'NOT_STARTED'

/** Why an engine didn't start, in one line. */
export class EngineError extends Error {
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, message: string) {
    super(message)
    this.name = 'EngineError'
    this.code = code
  }
}

export function portTaken(port: number): EngineError {
  return new EngineError(
    'PORT_TAKEN',
    `Port ${port} on 127.0.0.1 is in use: stop the program that listens there, or choose another port`,
  )
}
