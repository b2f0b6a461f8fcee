import { ask as askAbout, type Question as StaffQuestion } from '../ask.ts'
import type { SectionName } from './texts.ts'
import type { Visit } from './visit.ts'

/** A question about a form of a section of the page. */
export interface Question extends Omit<StaffQuestion, 'back'> {
  section?: SectionName | undefined
}

export function ask(visit: Visit, { section, ...question }: Question) {
  return askAbout(visit, { ...question, back: `${visit.here}${section ? `#${section}` : ''}` })
}
