const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
/** A UUID of version 7 at the end of a key, whose first 48 bits are the milliseconds at which it was made. */
const DATED = /([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** @throws RangeError for what is no key */
export function validKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError('A storage key must be a plain file name.')
  return key
}

/** When a key was made, as it tells; null for one that doesn't. */
export function madeAt(key: string): Date | null {
  const [, high, low] = DATED.exec(key) ?? []
  return high === undefined || low === undefined ? null : new Date(Number.parseInt(high + low, 16))
}
