// The script of a delivery's page. Without it, pictures are links and the forms still work.
import { offerChoice } from './choose.ts'
import { compare } from './compare.ts'
import { Pins } from './pins.ts'
import { reportView } from './report-view.ts'
import { offerSharing } from './share.ts'
import { openViewer } from './viewer.ts'

const pins = new Pins()
openViewer(pins)
offerChoice()
offerSharing()
compare()
reportView()

const offline = document.getElementById('offline')
const showConnection = () => offline?.toggleAttribute('hidden', navigator.onLine)
addEventListener('online', showConnection)
addEventListener('offline', showConnection)
showConnection()
