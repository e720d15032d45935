/** An operand or operator of a content stream, with its bytes. */
export interface Token {
  from: number
  to: number
  /** As it is written; of strings, lists and dictionaries nothing. */
  word: string
}

const SPACE = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'))
const [PAREN, CLOSE_PAREN, LESS, GREATER, OPEN, CLOSE, SLASH, PERCENT, BACKSLASH] = Buffer.from('()<>[]/%\\')
const isRegular = (byte: number | undefined): boolean =>
  byte !== undefined && !SPACE.has(byte) && !DELIMITERS.has(byte)

/** The next token from there; null at the end. */
export function tokenAt(content: Uint8Array, start: number): Token | null {
  let from = start
  for (;;) {
    while (from < content.length && SPACE.has(content[from] ?? 0)) from += 1
    if (content[from] !== PERCENT) break
    while (from < content.length && content[from] !== 10 && content[from] !== 13) from += 1
  }
  const first = content[from]
  if (first === undefined) return null
  let to = from + 1
  if (first === PAREN) {
    for (let depth = 1; depth > 0 && to < content.length; to += 1) {
      if (content[to] === BACKSLASH) to += 1
      else if (content[to] === PAREN) depth += 1
      else if (content[to] === CLOSE_PAREN) depth -= 1
    }
    return { from, to, word: '' }
  }
  if (first === LESS && content[to] !== LESS) {
    while (to < content.length && content[to] !== GREATER) to += 1
    return { from, to: to + 1, word: '' }
  }
  const isOpening = first === OPEN || first === LESS
  if (isOpening) {
    to = first === LESS ? from + 2 : to
    for (;;) {
      const token = tokenAt(content, to)
      if (!token) return { from, to: content.length, word: '' }
      to = token.to
      if (content[token.from] === CLOSE || content[token.from] === GREATER) return { from, to, word: '' }
    }
  }
  if (first === GREATER && content[to] === GREATER) return { from, to: to + 1, word: '' }
  if (first === SLASH || isRegular(first)) while (isRegular(content[to])) to += 1
  return { from, to, word: Buffer.from(content.subarray(from, to)).toString('latin1') }
}

export const isOperator = ({ word }: Token): boolean =>
  /^[A-Za-z'"]/.test(word) && !/^(true|false|null)$/.test(word)

/** What draws something, and what takes its place where it is not to be seen. */
const DRAWING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*'].map((operator) => [operator, 'n'])),
  Tj: '',
  TJ: '',
  "'": 'T*',
  '"': 'T*',
  Do: '',
  sh: '',
  BI: '',
}

/**
 * A content stream without layers: what belongs to one that is hidden is not drawn, all else as before.
 * @param shows by the name in the stream's resources; null for a name that is no layer's
 */
export function withoutLayers(content: Uint8Array, shows: (name: string) => boolean | null): Uint8Array {
  const parts: Uint8Array[] = []
  /** Of the marked content that is open: whether it was a layer's, and whether it is hidden with what it lies in. */
  const open: { isLayer: boolean; isHidden: boolean }[] = []
  let kept = 0
  let operands: Token[] = []
  const replace = (token: Token, by: string): void => {
    const from = operands[0]?.from ?? token.from
    parts.push(content.subarray(kept, from), Buffer.from(by === '' ? '\n' : `\n${by}\n`))
    kept = token.to
  }
  for (let token = tokenAt(content, 0); token; token = tokenAt(content, token.to)) {
    if (!isOperator(token)) {
      operands.push(token)
      continue
    }
    const { word } = token
    const isHidden = open.at(-1)?.isHidden ?? false
    if (word === 'BDC' || word === 'BMC') {
      const named = operands[0]?.word === '/OC' ? operands[1]?.word.slice(1) : undefined
      const showing = named === undefined ? null : shows(named)
      open.push({ isLayer: showing !== null, isHidden: isHidden || showing === false })
      if (showing !== null) replace(token, '')
    } else if (word === 'EMC') {
      if (open.pop()?.isLayer) replace(token, '')
    } else {
      if (word === 'BI') token = imageFrom(content, token)
      const instead = isHidden ? DRAWING[word] : undefined
      if (instead !== undefined) replace(token, instead)
    }
    operands = []
  }
  return Buffer.concat([...parts, content.subarray(kept)])
}

/** A picture in the stream itself, to its end. */
export function imageFrom(content: Uint8Array, begin: Token): Token {
  const entries = new Map<string, string>()
  let key: string | null = null
  let token = tokenAt(content, begin.to)
  for (; token && token.word !== 'ID'; token = tokenAt(content, token.to)) {
    const value = Buffer.from(content.subarray(token.from, token.to)).toString('latin1')
    if (key !== null) entries.set(key, value)
    key = key === null ? value : null
  }
  const data = (token?.to ?? content.length) + 1
  const plainEnd = data + (plainBytes(entries) ?? -1)
  for (let at = plainEnd; at < content.length; at += 1) {
    if (content[at] !== 69 || content[at + 1] !== 73 || isRegular(content[at + 2])) continue
    const isApart = at === plainEnd || SPACE.has(content[at - 1] ?? 0)
    if (isApart && isText(content.subarray(at + 2, at + 2 + AFTER_IMAGE))) {
      return { ...begin, to: at + 2 }
    }
  }
  return { ...begin, to: content.length }
}

/** Bytes after the end of a picture that have to be operators: its data may hold what looks like its end. */
const AFTER_IMAGE = 12
const isText = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || SPACE.has(byte))

const COMPONENTS: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
}

/** How many bytes the data of a picture have that is not packed; null for one of which nobody can tell without its page. */
function plainBytes(entries: ReadonlyMap<string, string>): number | null {
  const entry = (short: string, long: string): string | undefined =>
    entries.get(`/${short}`) ?? entries.get(`/${long}`)
  if (entry('F', 'Filter') !== undefined) return null
  const isStencil = entry('IM', 'ImageMask') === 'true'
  const space = entry('CS', 'ColorSpace') ?? ''
  const isPalette = /^\[\s*\/(I|Indexed)\b/.test(space)
  const components = isStencil || isPalette ? 1 : COMPONENTS[space.slice(1)]
  const [width, height, bits] = [
    entry('W', 'Width'),
    entry('H', 'Height'),
    isStencil ? '1' : entry('BPC', 'BitsPerComponent'),
  ].map(Number)
  const bytes = Math.ceil(((width ?? 0) * (bits ?? 0) * (components ?? Number.NaN)) / 8) * (height ?? 0)
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null
}
