import { randomBytes } from 'node:crypto'

/** A random address that has sent nothing before, in the form of a proxy. */
export function anyNetwork(): string {
  return `10.${[...randomBytes(3)].join('.')}`
}
