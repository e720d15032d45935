const WINDOWS_RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i
/** What Windows refuses, what separates parts, what isn't shown, and what turns the direction of reading. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
const MAX_BYTES = 255

const bytes = (text: string): number => Buffer.byteLength(text)

/** The name in two parts; a leading dot begins no ending. */
function split(name: string): { base: string; ending: string } {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? { base: name.slice(0, dot), ending: name.slice(dot) } : { base: name, ending: '' }
}

/** The base shortened, by whole signs, until the name fits. */
function fitted(base: string, rest: string): string {
  const signs = [...base]
  while (signs.length > 1 && bytes(signs.join('')) + bytes(rest) > MAX_BYTES) signs.pop()
  return signs.join('') + rest
}

/**
 * A name that every system unpacks as a file or folder right where it belongs: no separators, no steps upwards,
 * none of the names that Windows reserves (transport.md 4).
 */
export function safeName(name: string): string {
  // Windows drops dots and blanks at the end, so that ".. " would be a step upwards.
  const plain = name
    .normalize('NFC')
    .replaceAll(UNSAFE, '_')
    .replace(/[. ]+$/u, (end) => '_'.repeat(end.length))
  const { base, ending } = split(plain === '' ? '_' : plain)
  // Windows takes "con.tar.gz" for the device, too.
  const [device = '', ...more] = base.split('.')
  const own = WINDOWS_RESERVED.test(device.trimEnd()) ? [`${device}_`, ...more].join('.') : base
  return fitted(own, ending)
}

/** A safe name with words before its ending, such as "Plan (version 2).pdf". */
export function namedWith(name: string, words: string): string {
  const { base, ending } = split(name)
  return fitted(base, ` (${words})${ending}`)
}

/** How names compare where case is ignored. */
const key = (name: string): string => name.normalize('NFC').toLowerCase()

/** The name, or the next one like "Plan (2).pdf" that is not among the used; it is used from then on. */
export function freeName(name: string, used: Set<string>): string {
  const { base, ending } = split(name)
  let free = name
  for (let number = 2; used.has(key(free)); number += 1) free = fitted(base, ` (${number})${ending}`)
  used.add(key(free))
  return free
}
