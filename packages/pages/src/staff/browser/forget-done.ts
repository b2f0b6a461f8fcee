/** Drops a notice's parameters from the URL so a reload doesn't repeat it. */
export function forgetDone(): void {
  const address = new URL(location.href)
  for (const name of ['done', 'moved', 'assigned']) address.searchParams.delete(name)
  if (address.href === location.href) return
  history.replaceState(history.state, '', address)
}
