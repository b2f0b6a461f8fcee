import { relayDatabase } from '@mediajobs/db/testing'
import type { Test } from 'tap'

export interface ByteCounter {
  /** The URL of the database through the counting proxy. */
  readonly url: string
  /** Bytes that the database sent during `work`. */
  during(work: () => Promise<unknown>): Promise<number>
}

/** Starts a proxy that counts the bytes that the database sends. */
export async function countBytes(t: Test, databaseUrl: string): Promise<ByteCounter> {
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    return true
  }
  const url = await relayDatabase(t, databaseUrl, { ofServer: () => count })
  return {
    url: url.href,
    async during(work) {
      const before = bytes
      await work()
      return bytes - before
    },
  }
}
