// For pages and their modules.
import { vanishesOn } from '@mediajobs/domain/contrast'

/** `--paper` of style.css. */
const PAPER = { light: '#ffffff', dark: '#161614' }

/** `--rim`, the edge of a button of `colour`: gray where the button would vanish into the page, otherwise none. */
export function rimOn(scheme: keyof typeof PAPER, colour: string): 'var(--edge)' | 'initial' {
  return vanishesOn(colour, PAPER[scheme]) ? 'var(--edge)' : 'initial'
}
