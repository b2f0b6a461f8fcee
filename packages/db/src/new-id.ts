import { v7 } from 'uuid'

/** A UUIDv7. The ids of one process sort in the order in which it made them. */
export function newId(): string {
  return v7()
}
