import { copyButtons } from './copy.ts'

// Of pages with nothing but texts to copy.
copyButtons()
