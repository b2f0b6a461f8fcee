/** Takes what was done out of the address, so that the page does not say it again when it is loaded again. */
export function forgetDone(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has('done')) return
  address.searchParams.delete('done')
  history.replaceState(history.state, '', address)
}
