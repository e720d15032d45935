import { tokenAt } from '../marked/operators.ts'

const [PAREN, LESS, BACKSLASH] = Buffer.from('(<\\')
const ESCAPED: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

/** The bytes of a string as a content stream writes it; null for what is none. */
export function stringAt(content: Uint8Array, from: number, to: number): Uint8Array | null {
  if (content[from] === PAREN) return literal(content.subarray(from + 1, to - 1))
  if (content[from] === LESS && content[from + 1] !== LESS)
    return hexadecimal(content.subarray(from + 1, to - 1))
  return null
}

function literal(written: Uint8Array): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < written.length; at += 1) {
    const byte = written[at] ?? 0
    if (byte === 13) {
      bytes.push(10)
      if (written[at + 1] === 10) at += 1
    } else if (byte !== BACKSLASH) bytes.push(byte)
    else {
      at += 1
      const next = written[at] ?? 0
      const digits = /^[0-7]{1,3}/.exec(Buffer.from(written.subarray(at, at + 3)).toString('latin1'))?.[0]
      if (digits) {
        bytes.push(Number.parseInt(digits, 8) & 255)
        at += digits.length - 1
      } else if (next === 13) at += written[at + 1] === 10 ? 1 : 0
      else if (next !== 10) bytes.push(ESCAPED[String.fromCharCode(next)] ?? next)
    }
  }
  return Uint8Array.from(bytes)
}

function hexadecimal(written: Uint8Array): Uint8Array {
  const digits = Buffer.from(written)
    .toString('latin1')
    .replace(/[^0-9A-Fa-f]/g, '')
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

/** What a list of texts and distances holds (TJ), in its order. */
export function textsAt(content: Uint8Array, from: number, to: number): (Uint8Array | number)[] {
  const parts: (Uint8Array | number)[] = []
  const inner = content.subarray(from + 1, to - 1)
  for (let token = tokenAt(inner, 0); token; token = tokenAt(inner, token.to)) {
    const text = stringAt(inner, token.from, token.to)
    if (text) parts.push(text)
    else if (token.word !== '') parts.push(Number.parseFloat(token.word) || 0)
  }
  return parts
}
