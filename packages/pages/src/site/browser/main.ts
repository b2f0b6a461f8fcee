import '../../browser/corrected.ts'
import { loadLater } from '../../delivery/browser/load-work.ts'
import { reportView } from '../../delivery/browser/report-view.ts'

// Without this script, photos are links and the form still works.

loadLater('[data-id] a')
// With a tour open, or a refused message, this is a later load of the same visit.
const isLater = /[?&]tour=|\/leads$/.test(location.pathname + location.search)
if (!isLater) reportView()
