/**
 * Work of which those who ask for the same while it is under way get the same: it is begun once.
 * @returns does the work that a key names, or joins it
 */
export function sameWork<Value>(): (key: string, begin: () => Promise<Value>) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>()
  return (key, begin) => {
    const joined = underWay.get(key) ?? begin().finally(() => underWay.delete(key))
    underWay.set(key, joined)
    return joined
  }
}
