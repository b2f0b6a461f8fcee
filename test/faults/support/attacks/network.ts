import { randomBytes } from 'node:crypto'

/** A random unused address, as sent by a proxy. */
export function anyNetwork(): string {
  return `10.${[...randomBytes(3)].join('.')}`
}
