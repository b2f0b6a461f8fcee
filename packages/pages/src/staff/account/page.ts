import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@mediajobs/domain'
import { type Html, html } from '../../html.ts'
import { changeForm, field } from '../change-form.ts'
import type { Person } from '../staff.ts'
import { inUtc } from './in-utc.ts'
import { TEXTS } from './texts.ts'

/** Who is signed in, the way out, the calendars, and another password. */
export function accountPage({ user, expiresAt }: Person, root: string, calendars: Html): Html {
  return html`<p dir="auto">${TEXTS.signedInAs(user.name, user.email)}</p>
<p>${TEXTS.until(inUtc(expiresAt))}</p>
${changeForm({ action: `${root}app/sign-out`, content: html`<button>${TEXTS.signOut}</button>` })}
${calendars}
<section aria-labelledby="password-title">
<h2 id="password-title">${TEXTS.password}</h2>
<p>${TEXTS.ends}</p>
${changeForm({ action: `${root}app/account/password`, class: 'narrow', content: passwordFields() })}
</section>`
}

function passwordFields(): Html {
  const each = { type: 'password', isRequired: true, maxLength: MAX_PASSWORD_LENGTH } as const
  const fresh = { ...each, autocomplete: 'new-password', minLength: MIN_PASSWORD_LENGTH }
  const hint = TEXTS.rule(MIN_PASSWORD_LENGTH)
  return html`${field({ ...each, name: 'current', label: TEXTS.current, autocomplete: 'current-password' })}
${field({ ...fresh, name: 'new', label: TEXTS.next, hint })}
${field({ ...fresh, name: 'repeat', label: TEXTS.repeat })}
<button class="go">${TEXTS.submit}</button>`
}
