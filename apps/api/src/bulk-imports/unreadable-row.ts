/** A row that can't be read. It fails, and the other rows are still imported. */
export class UnreadableRow {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}
