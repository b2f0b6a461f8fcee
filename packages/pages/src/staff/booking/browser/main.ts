import { liveCheck } from './check.ts'
import { liveCustomers } from './customers.ts'

const PEOPLE = ['customer', 'technicianId']

const form = document.querySelector<HTMLFormElement>('.booking')
if (form) {
  // The module replaces these buttons.
  for (const button of form.querySelectorAll<HTMLElement>('.by-hand')) button.hidden = true
  // Search results appear without Enter.
  const enter = form.querySelector<HTMLButtonElement>('button[value="enter"]')
  if (enter) enter.value = 'book'
  liveCheck(form)
  liveCustomers(form)
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && PEOPLE.includes(target.name)) keepInAddress(target)
  })
}

/** Keeps a chosen person across Back: the browser restores radios by position, and these lists change. */
function keepInAddress({ name, value }: HTMLInputElement): void {
  const address = new URL(location.href)
  address.searchParams.set(name, value)
  history.replaceState(history.state, '', address)
}
