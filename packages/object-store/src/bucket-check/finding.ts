/**
 * The result of an attack. `open`: it succeeded, and the operator must act. `harmless`: the store accepted
 * the request, but it had no effect that matters. `warning`: a further protection is missing.
 */
export type Verdict = 'refused' | 'harmless' | 'warning' | 'open'

export interface Finding {
  attack: string
  /** HTTP status of the store's response; `null` where nothing was sent. */
  status: number | null
  verdict: Verdict
  /** What the result means, and what to do. */
  meaning: string
}

/** The part of the store's response that a check needs. */
export interface Response {
  status: number
  headers: Headers
  text: string
}

const REFUSED = 'The store refuses it.'

export function isSuccess({ status }: Response): boolean {
  return status >= 200 && status < 300
}

export function refused(attack: string, { status }: Response): Finding {
  return { attack, status, verdict: 'refused', meaning: REFUSED }
}

/** A finding with `verdict` and `meaning` when the store did what was requested, otherwise `refused`. */
export function unlessRefused(
  attack: string,
  response: Response,
  verdict: Verdict,
  meaning: string,
): Finding {
  if (!isSuccess(response)) return refused(attack, response)
  return { attack, status: response.status, verdict, meaning }
}
