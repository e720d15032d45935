const uses = new Map<string, number>()

/** The name itself for the first try of a test, and another one for the second, which meets what the first has left. */
export function nameOfTry(name: string): string {
  const use = (uses.get(name) ?? 0) + 1
  uses.set(name, use)
  return use === 1 ? name : `${name} ${use}`
}
