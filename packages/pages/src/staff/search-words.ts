// Shared with browser modules, so this file imports nothing.

// Like the API's, in packages/operations/src/shared/search.ts.
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}'’]+/u
const APOSTROPHES = /['’]/g

/**
 * The words of a search that the API accepts: `J. Smith` becomes `Smith`.
 *
 * @param limits comma-separated: maximum characters, maximum words, minimum characters per word
 */
export function searchWords(text: string, limits: string): string[] {
  const [, maxWords = 0, minLetters = 0] = limits.split(',').map(Number)
  const isLong = (word: string) => [...word.replace(APOSTROPHES, '')].length >= minLetters
  const longOf = (term: string) => {
    const words = term.split(BETWEEN_WORDS).filter(Boolean)
    // A whole term may be a reference, like `job-17`.
    return words.length > 0 && words.every(isLong) ? [term] : words.filter(isLong)
  }
  return text.split(/\s+/).flatMap(longOf).slice(0, maxWords)
}
