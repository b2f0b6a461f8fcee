import { v7 } from 'uuid'

/** A UUIDv7: ids made one after the other by one process sort in that order. */
export function newId(): string {
  return v7()
}
