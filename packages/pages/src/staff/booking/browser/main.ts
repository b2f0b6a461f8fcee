import { liveCustomers } from './customers.ts'
import { liveQuote } from './quote.ts'

const form = document.querySelector<HTMLFormElement>('.booking')
if (form) {
  // The module does what these buttons do.
  for (const button of form.querySelectorAll<HTMLElement>('.by-hand')) button.hidden = true
  liveQuote(form)
  liveCustomers(form)
}
