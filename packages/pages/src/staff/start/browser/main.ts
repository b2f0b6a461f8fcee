import '../../board/browser/main.ts'
import { drawSample } from './photos.ts'

void drawSample()
