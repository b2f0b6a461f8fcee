type Plural = Readonly<{ one: string; other: string }>

/** Writes counts with their noun in `locale`: `1 photo`, `1,200 photos`. Pages and their modules share it. */
export function countedIn(locale: string): (count: number, words: Plural) => string {
  const [plurals, numbers] = [new Intl.PluralRules(locale), new Intl.NumberFormat(locale)]
  return (count, words) =>
    `${numbers.format(count)} ${words[plurals.select(count) === 'one' ? 'one' : 'other']}`
}
