// Fills in the link's token. Without JavaScript, the person pastes it.

const field = document.querySelector<HTMLInputElement>('input[name="token"]')
const token = new URLSearchParams(location.hash.slice(1)).get('token')
if (field && token) {
  field.value = token
  field.closest('p')?.toggleAttribute('hidden', true)
  document.querySelector<HTMLInputElement>('input[name="password"]')?.focus()
  // Removes the token from the address bar and the history.
  history.replaceState(null, '', location.pathname)
}
