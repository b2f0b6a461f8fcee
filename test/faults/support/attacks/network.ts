import { randomBytes } from 'node:crypto'

/** An address that nothing was sent from before, as a proxy would name it. */
export function anyNetwork(): string {
  return `10.${[...randomBytes(3)].join('.')}`
}
