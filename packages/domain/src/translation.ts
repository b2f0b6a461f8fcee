import type { Language } from './languages.ts'

/** The type of a table of texts in any language. */
export type Texts<English> = English extends string
  ? string
  : English extends (...placeholders: infer Placeholders) => infer Text
    ? (...placeholders: Placeholders) => Texts<Text>
    : { readonly [Name in keyof English]: Texts<English[Name]> }

// TypeScript accepts functions with fewer parameters and objects with extra names, but a translation must have all and
// only these.
type SamePlaceholders<English, Translated> = English extends (
  ...placeholders: infer Wanted
) => unknown
  ? Translated extends (...placeholders: infer Given) => unknown
    ? Given['length'] extends Wanted['length']
      ? unknown
      : { placeholders: Wanted }
    : unknown
  : English extends string
    ? unknown
    : {
        readonly [Name in keyof Translated]: Name extends keyof English
          ? SamePlaceholders<English[Name], Translated[Name]>
          : never
      }

/**
 * Checks a translation: it doesn't compile unless it has exactly the texts of the English table, each with exactly its
 * placeholders.
 */
export function translationOf<English>() {
  return <const Translated extends Texts<English>>(
    texts: Translated & SamePlaceholders<English, Translated>,
  ): Texts<English> => texts
}

/** A table of texts in each language. */
export type Tables<English> = Readonly<Record<Language, Texts<English>>>

type Plural = Readonly<{ one: string; other: string }>

/** Writes counts with their noun in `locale`: `1 photo`, `1,200 photos`. Pages and their modules share it. */
export function countedIn(locale: string): (count: number, words: Plural) => string {
  const [plurals, numbers] = [new Intl.PluralRules(locale), new Intl.NumberFormat(locale)]
  return (count, words) =>
    `${numbers.format(count)} ${words[plurals.select(count) === 'one' ? 'one' : 'other']}`
}
