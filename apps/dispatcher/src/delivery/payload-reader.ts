import type { Sql } from '@mediajobs/db'

const READ = `select data::text as data from events where organization_id = $1 and id = $2`

/** Reads the data of events, at most `limit` at a time. */
export class PayloadReader {
  readonly #sql: Sql
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #reading = 0

  constructor(sql: Sql, limit: number) {
    this.#sql = sql
    this.#limit = limit
  }

  /** @returns the bytes of the JSON text; null when the event is no longer in the log */
  async read(organizationId: string, eventId: string): Promise<Buffer | null> {
    while (this.#reading >= this.#limit) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#reading += 1
    try {
      const [row] = await this.#sql.query<{ data: string }>(READ, [organizationId, eventId])
      return row ? Buffer.from(row.data) : null
    } finally {
      this.#reading -= 1
      this.#waiting.shift()?.()
    }
  }
}
