import t from 'tap'

// Lasts as long as the process: it shows what ran in it before.
const shared = globalThis as { seen?: string[] }
shared.seen ??= []
const { seen } = shared

t.teardown(async () => {
  await new Promise((resolve) => setTimeout(resolve, 50))
  seen.push('a teardown')
})
t.pass(`process ${process.pid}`)
t.pass(`before: ${seen.join(', ') || 'nothing'}`)
