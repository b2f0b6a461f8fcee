// Preloaded into a process, it makes its wall clock wrong by CLOCK_SHIFT_MS. Its timers and its
// monotonic clock go as they go.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS)
const TrueDate = Date
const now = () => TrueDate.now() + shiftMs

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
