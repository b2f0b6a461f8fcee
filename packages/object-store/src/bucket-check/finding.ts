/**
 * What the store made of an attack. `open`: it succeeded, and something must be done. `harmless`: the
 * store took the request, and nothing came of it that matters. `warning`: another wall is missing.
 */
export type Verdict = 'refused' | 'harmless' | 'warning' | 'open'

export interface Finding {
  attack: string
  /** HTTP status of the store's response; `null` where nothing was sent. */
  status: number | null
  verdict: Verdict
  /** What it means, and what to do about it. */
  meaning: string
}

/** What an attack needs of the store's response. */
export interface Response {
  status: number
  text: string
}

const REFUSED = 'The store refuses it.'

export function isSuccess({ status }: Response): boolean {
  return status >= 200 && status < 300
}

export function refused(attack: string, { status }: Response): Finding {
  return { attack, status, verdict: 'refused', meaning: REFUSED }
}

/** `verdict` with its meaning where the store did what was asked for, else `refused`. */
export function unlessRefused(
  attack: string,
  response: Response,
  verdict: Verdict,
  meaning: string,
): Finding {
  if (!isSuccess(response)) return refused(attack, response)
  return { attack, status: response.status, verdict, meaning }
}
