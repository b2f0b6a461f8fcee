// Shared with browser modules, so this file imports nothing.

// Like the API's, in packages/operations/src/shared/search.ts.
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}'’]+/u
const APOSTROPHES = /['’]/g

/**
 * The terms of a search that the API accepts: `J. Smith` becomes `Smith`.
 *
 * @param limits comma-separated: maximum characters, maximum words, minimum characters per word
 */
export function searchWords(text: string, limits: string): string[] {
  const [, maxWords = 0, minLetters = 0] = limits.split(',').map(Number)
  const isLong = (word: string) => [...word.replace(APOSTROPHES, '')].length >= minLetters
  const accepted: string[] = []
  let left = maxWords
  for (const term of text.split(/\s+/)) {
    const words = term.split(BETWEEN_WORDS).filter(Boolean)
    const long = words.filter(isLong).slice(0, left)
    // A whole term may be a reference, like `job-17`.
    const isWhole = long.length > 0 && long.length === words.length
    accepted.push(...(isWhole ? [term] : long))
    left -= long.length
  }
  return accepted
}
