import { liveCheck } from './check.ts'
import { liveCustomers } from './customers.ts'

const form = document.querySelector<HTMLFormElement>('.booking')
if (form) {
  // The module replaces these buttons.
  for (const button of form.querySelectorAll<HTMLElement>('.by-hand')) button.hidden = true
  // Search results appear without Enter.
  const enter = form.querySelector<HTMLButtonElement>('button[value="enter"]')
  if (enter) enter.value = 'book'
  liveCheck(form)
  liveCustomers(form)
}
