import type { ApiResponse, ErrorBody } from '../call-api.ts'
import type { Form } from '../forms.ts'
import type { Lead } from './contact.ts'
import type { SiteTexts } from './texts.ts'

const FIELDS = ['name', 'email', 'phone', 'message'] as const

type Name = (typeof FIELDS)[number]

/** The form's fields as API input. */
export function leadOf(form: Form): Record<Name, string> {
  const texts = FIELDS.map((name) => [name, form.text(name)?.trim() ?? ''] as const)
  return Object.fromEntries(texts) as Record<Name, string>
}

/** The call's body. @param trap the honeypot */
export function bodyOf({ name, ...rest }: Record<Name, string>, trap = '') {
  const others = Object.entries(rest).map(([field, text]) => [field, text || null])
  return { name, ...Object.fromEntries(others), ...(trap && { website: trap }) }
}

/** The form again, with the API's errors at its fields. */
export function leadProblems(
  { status, body }: ApiResponse<ErrorBody>,
  values: Readonly<Record<Name, string>>,
  { problems: texts }: SiteTexts,
): Lead {
  const problems = new Map<string, string>()
  for (const { path, code } of body.fields ?? []) {
    const name = FIELDS.find((each) => each === path)
    if (name && !problems.has(name)) problems.set(name, sentenceOf(name, code, texts))
  }
  // The API checks this only once the fields are valid.
  if (status === 400 && values.email === '' && values.phone === '') {
    problems.set('email', texts.reach)
  }
  const notice = status === 429 ? texts.tooMany : problems.size > 0 ? texts.marked : texts.failed
  return { values, problems, notice }
}

function sentenceOf(name: Name, code: string, texts: SiteTexts['problems']): string {
  if (code === 'required' || code === 'too_short') return texts.required
  if (code === 'too_long') return texts.tooLong
  return name === 'email' ? texts.email : texts.invalid
}
