// Puts the token of the link into the form. Without it the person pastes the token.

const field = document.querySelector<HTMLInputElement>('input[name="token"]')
const token = new URLSearchParams(location.hash.slice(1)).get('token')
if (field && token) {
  field.value = token
  field.closest('p')?.toggleAttribute('hidden', true)
  document.querySelector<HTMLInputElement>('input[name="password"]')?.focus()
  // The token stays neither in the address bar nor in the history.
  history.replaceState(null, '', location.pathname)
}
