import { MAX_LABEL_LENGTH, webOrigin } from '@mediajobs/domain'

/** Whether a text is the name of a time zone that dates can be shown in. An offset is no name. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** Whether a text is a well-formed language tag of BCP 47, like `de-CH`. */
export function isLanguageTag(text: string): boolean {
  // Formats are checked beside `maxLength`, and Intl compares each part of a tag with all others.
  if (text.length > MAX_LABEL_LENGTH) return false
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** Whether a text is an https URL with a plain host, and without a user name and a password. */
export function isHttpsUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!webOrigin(text)?.startsWith('https:')) return false
  return url?.username === '' && url.password === ''
}
