// The script of a delivery's page. Without it, pictures are links and the forms still work.
import { offerChoice } from './choose.ts'
import { compare } from './compare.ts'
import { reportView } from './report-view.ts'
import { loadWhenNeeded } from './when-needed.ts'

loadWhenNeeded()
offerChoice()
compare()
reportView()

// Only an iPhone or iPad loads the module that saves to Photos. An iPad says that it is a Mac; a Mac has no touch.
const sharing = document.getElementById('share')?.dataset.module
if (sharing && navigator.maxTouchPoints > 0 && /iPhone|iPad|Mac/.test(navigator.userAgent)) {
  void import(new URL(sharing, location.href).href)
}

const offline = document.getElementById('offline')
const showConnection = () => offline?.toggleAttribute('hidden', navigator.onLine)
addEventListener('online', showConnection)
addEventListener('offline', showConnection)
showConnection()
