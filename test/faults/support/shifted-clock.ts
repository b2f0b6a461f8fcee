// Preloaded into a process, this shifts its wall clock by CLOCK_SHIFT_MS, but not its timers and monotonic clock.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS)
const TrueDate = Date
const now = () => TrueDate.now() + shiftMs

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
