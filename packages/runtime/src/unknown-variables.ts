import { closestMatch } from 'leven'
import { variables } from './environment.ts'

/** A variable that is set and looks like one of the service's, but the service does not know it. */
export interface UnknownVariable {
  readonly variable: string
  /** The variable that may be meant. */
  readonly nearest?: string
}

// HOST_ and PORT_ are left out because other programs use them, OTEL_ because the SDK reads dozens more.
const OURS =
  /^(DATABASE|S3|CDN|DELIVERY|MEDIA|SMTP|SECRETS|METRICS|TRUST|RATE|SHUTDOWN|WEBHOOK|EVENT_RETENTION|REQUEST_LOG)_/
// Kubernetes sets variables like these for a service that is called `s3`.
const LINK = /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))(_|$)/
const MAX_DISTANCE = 2
// HOME is close to HOST and means something else.
const MIN_LENGTH = 8

/** The variables of `env` that an operator may have misspelt. They would be ignored without a message. */
export function unknownVariables(env: NodeJS.ProcessEnv = process.env): UnknownVariable[] {
  const known = Object.keys(variables)
  const long = known.filter((name) => name.length >= MIN_LENGTH)
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || LINK.test(name)) return []
    const nearest = closestMatch(name, long, { maxDistance: MAX_DISTANCE })
    if (nearest === undefined && !OURS.test(name)) return []
    return [{ variable: name, ...(nearest !== undefined && { nearest }) }]
  })
}
