import '../../browser/copy.ts'
import { followForm } from './follow.ts'
import { uploadLogo } from './logo.ts'

const form = document.querySelector<HTMLFormElement>('.beside form:has([name="colour"])')
const logo = document.getElementById('logo')
if (form) followForm(form)
if (form && logo) uploadLogo(logo, form)
