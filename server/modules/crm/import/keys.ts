/** Normal forms by which two records are found to be alike (CRM-20). */

/** Forms of companies that say nothing about which one it is. */
const LEGAL = new Set(
  'ag bv co company corp corporation gmbh inc incorporated kg limited llc llp lp ltd nv plc sa sas sarl srl spa the'.split(
    ' ',
  ),
)

const words = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’'`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Words in the order of the alphabet: "Lee, Ann" is "Ann Lee". */
export const personKey = (name: string): string => words(name).sort().join(' ')

/** The same of a company, without its legal form. */
export function companyKey(name: string): string {
  const all = words(name)
  const telling = all.filter((word) => !LEGAL.has(word))
  return (telling.length > 0 ? telling : all).sort().join(' ')
}

export const emailKey = (email: string): string => email.trim().toLowerCase().normalize('NFC')

/** Digits without an extension and without the 1 before numbers of North America; null for fewer than seven. */
export function phoneKey(phone: string): string | null {
  const [number = ''] = phone.toLowerCase().split(/(?:ext|x|#)/)
  const digits = number.replace(/\D/g, '').replace(/^00/, '')
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return national.length < 7 ? null : national
}

/** How a word sounds, roughly: consonants, letters of one sound as one, doubles once. */
function soundOf(word: string): string {
  const sounds = word
    .replaceAll('ph', 'f')
    .replaceAll('ck', 'k')
    .replace(/c(?=[eiy])/g, 's')
    .replaceAll('qu', 'kf')
    .replace(/[cq]/g, 'k')
    .replaceAll('z', 's')
    .replace(/[vw]/g, 'f')
    .replaceAll('d', 't')
    .replace(/(?!^)[aeiouyh]/g, '')
    .replace(/^[aeiouy]/, 'a')
    .replace(/(.)\1+/g, '$1')
  return sounds === '' ? word.slice(0, 1) : sounds
}

/**
 * Keys of a record; two that share one are compared. `e:`, `p:` and `n:` are alike by that, `b:` and `s:` may be: a
 * block holds the names whose first and last words sound alike, one of them in its first sound alone.
 */
export function keysOf(record: {
  kind: string
  nameKey: string
  email: string | null
  phone: string | null
}): string[] {
  const { kind, nameKey, email, phone } = record
  const letter = kind === 'PERSON' ? 'p' : 'c'
  const sounds = nameKey.split(' ').map(soundOf).sort()
  const [first = ''] = sounds
  const last = sounds.at(-1) ?? ''
  const number = phone === null ? null : phoneKey(phone)
  return [
    ...new Set([
      ...(email === null ? [] : [`e:${emailKey(email)}`]),
      ...(number === null ? [] : [`p:${number}`]),
      `n:${letter}:${nameKey}`,
      `s:${letter}:${sounds.join(' ')}`,
      `b:${letter}:${first} ${last.slice(0, 1)}`,
      `b:${letter}:${first.slice(0, 1)} ${last}`,
    ]),
  ].map((key) => key.slice(0, 500))
}
