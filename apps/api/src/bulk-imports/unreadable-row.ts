/** An unreadable row: it fails, the others are still imported. */
export class UnreadableRow {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}
