/** The languages of client pages and mails. docs/contract.md#c12-language */
export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language's name in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

// Latin American Spanish. Without a region, `Intl` formats as in Spain.
const LOCALES: Readonly<Record<Language, string>> = { en: 'en', es: 'es-419' }

/** The language of an organization's `locale`: English if unsupported. */
export function languageOfLocale(locale: string | null): Language {
  const [language] = (locale ?? '').toLowerCase().split('-')
  return LANGUAGES.find((each) => each === language) ?? 'en'
}

/** The locale in which to write dates and numbers: `language`, in the region of the organization's `locale`. */
export function localeIn(language: Language, locale: string | null): string {
  if (locale === null) return LOCALES[language]
  const known = new Intl.Locale(locale)
  if (known.language === language) return locale
  return known.region === undefined ? LOCALES[language] : `${language}-${known.region}`
}
