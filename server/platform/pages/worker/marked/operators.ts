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
  let token: Token | null = begin
  while (token && token.word !== 'ID') token = tokenAt(content, token.to)
  for (let at = token?.to ?? content.length; at < content.length; at += 1) {
    const isEnd = content[at] === 69 && content[at + 1] === 73 && SPACE.has(content[at - 1] ?? 0)
    if (isEnd && !isRegular(content[at + 2])) return { ...begin, to: at + 2 }
  }
  return { ...begin, to: content.length }
}
