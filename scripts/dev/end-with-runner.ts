// Preloaded by the start:… scripts: ends the service when the package runner that started it is killed.
import { endWithPackageRunner } from './package-runners.ts'

// Awaited: loading the service blocks the event loop, and a runner killed meanwhile would not be found.
await endWithPackageRunner(() => process.kill(process.pid, 'SIGTERM'))
