import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '@mediajobs/domain'
import { type Html, html, nothing } from '../../html.ts'
import { changeForm, field } from '../change-form.ts'
import { TEXTS } from './texts.ts'

interface SignInForm {
  /** From the page to the root of the service. */
  root: string
  email?: string | undefined
  /** Where the person goes on. */
  next: string | undefined
}

export function signInForm({ root, email, next }: SignInForm): Html {
  return html`${changeForm({
    action: `${root}app/sign-in`,
    class: 'narrow',
    content: html`${field({
      name: 'email',
      label: TEXTS.email,
      type: 'email',
      value: email,
      autocomplete: 'username',
      isRequired: true,
      maxLength: MAX_EMAIL_LENGTH,
    })}
${field({
  name: 'password',
  label: TEXTS.password,
  type: 'password',
  autocomplete: 'current-password',
  isRequired: true,
  maxLength: MAX_PASSWORD_LENGTH,
})}
${next === undefined ? nothing : html`<input type="hidden" name="next" value="${next}">`}
<button class="go">${TEXTS.submit}</button>`,
  })}
<p><a href="${root}invitations">${TEXTS.invited}</a></p>
<p><a href="${root}password-resets">${TEXTS.forgotten}</a></p>`
}
