// The token is behind the # of the link: it reaches no server and no log before the form is sent.
const token = new URLSearchParams(location.hash.slice(1)).get('token')
const field = document.querySelector<HTMLInputElement>('input[name="token"]')
if (token && field) {
  field.value = token
  for (const id of ['ask', 'token']) {
    const element = document.getElementById(id)
    if (element) element.hidden = true
  }
  // Out of the address and of the history.
  history.replaceState(null, '', location.pathname)
}
