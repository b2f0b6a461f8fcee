/** This machine does not have an engine. The message says why, and how to get it. */
export class MissingEngine extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MissingEngine'
  }
}
