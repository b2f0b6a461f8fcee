/** A row that can't be read. It fails, and stops no other. */
export class UnreadableRow {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}
