/** Takes what was done out of the address, so that the page does not say it again when it is loaded again. */
export function forgetDone(): void {
  const address = new URL(location.href)
  for (const name of ['done', 'moved', 'assigned']) address.searchParams.delete(name)
  if (address.href === location.href) return
  history.replaceState(history.state, '', address)
}
