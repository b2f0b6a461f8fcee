// The token is in the link's fragment, so no server or log sees it before the form is sent.
const token = new URLSearchParams(location.hash.slice(1)).get('token')
const field = document.querySelector<HTMLInputElement>('input[name="token"]')
if (token && field) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a'))
    link.hash = location.hash
  field.value = token
  for (const id of ['ask', 'token']) {
    const element = document.getElementById(id)
    if (element) element.hidden = true
  }
  // Keeps the token out of the history.
  history.replaceState(null, '', location.pathname)
}
