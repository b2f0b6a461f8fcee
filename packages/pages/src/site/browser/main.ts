import { loadLater } from '../../delivery/browser/load-work.ts'
import { reportView } from '../../delivery/browser/report-view.ts'

// Without this script, photos are links and the form still works.

loadLater('[data-id] a')
// A page with a tour's frame is one that was seen before.
if (!new URLSearchParams(location.search).has('tour')) reportView()
