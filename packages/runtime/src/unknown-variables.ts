import { closestMatch } from 'leven'
import { variables } from './environment.ts'

/** A variable that is set, looks like one of the service's, and is none. */
export interface UnknownVariable {
  readonly variable: string
  /** The variable that may be meant. */
  readonly nearest?: string
}

// HOST and PORT begin what other programs call theirs, and OTEL_ has dozens that the SDK knows.
const OURS = /^(DATABASE|S3|CDN|DELIVERY|SECRETS|METRICS|TRUST|RATE|SHUTDOWN|WEBHOOK)_/
// Kubernetes tells of a service called `s3` in variables like these.
const LINK = /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))(_|$)/
const NEAR = 2
// HOME is near to HOST and means something else.
const MIN_LENGTH = 8

/** What of `env` an operator may have misspelt: it would be ignored without a word. */
export function unknownVariables(env: NodeJS.ProcessEnv = process.env): UnknownVariable[] {
  const known = Object.keys(variables)
  const long = known.filter((name) => name.length >= MIN_LENGTH)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || LINK.test(name)) return []
    const nearest = closestMatch(name, long, { maxDistance: NEAR })
    if (nearest === undefined && !OURS.test(name)) return []
    return [{ variable: name, ...(nearest !== undefined && { nearest }) }]
  })
}
