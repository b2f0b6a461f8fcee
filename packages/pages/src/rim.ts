// For pages and their modules.
import { vanishesOn } from '@mediajobs/domain/contrast'

/** `--paper` of style.css. */
const PAPER = { light: '#ffffff', dark: '#161614' }

/** The edge of a button of `colour`, as CSS: gray where it would vanish into the page. */
export function rimOn(scheme: keyof typeof PAPER, colour: string): string {
  return vanishesOn(colour, PAPER[scheme]) ? 'var(--edge)' : 'var(--brand)'
}
