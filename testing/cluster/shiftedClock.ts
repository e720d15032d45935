// Preloaded into a process: its clock differs by CLOCK_SHIFT_MS.
const shift = Number(process.env.CLOCK_SHIFT_MS ?? '0')
const Real = Date

globalThis.Date = new Proxy(Real, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [Real.now() + shift] : args, newTarget),
  apply: () => new Real(Real.now() + shift).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => Real.now() + shift : Reflect.get(target, name, receiver),
})
