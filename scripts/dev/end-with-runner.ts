// Preloaded by the start:… scripts: ends the service when the package runner that started it is killed.
import { packageRunnerGone } from './package-runners.ts'

void packageRunnerGone().then(() => process.kill(process.pid, 'SIGTERM'))
