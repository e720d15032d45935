import { imageFrom, isOperator, type Token, tokenAt } from '../marked/operators.ts'
import { Uncertain } from './uncertain.ts'

/**
 * What each operator that readers know takes: numbers (n), a name (a), a string (s), a list (l). Where there is more before it,
 * readers take the last ones.
 */
const OPERANDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '': 'q Q h S s f F f* B B* b b* n W W* BT ET T* BI',
    n: 'w J j M i Tc Tw Tz TL Tr Ts G g',
    nn: 'm l Td TD d0',
    nnn: 'RG rg',
    nnnn: 'v y re K k',
    nnnnnn: 'c cm Tm d1',
    a: 'ri gs CS cs sh Do',
    an: 'Tf',
    s: "Tj '",
    nns: '"',
    l: 'TJ',
    ln: 'd',
  }).flatMap(([taken, words]) => words.split(' ').map((word) => [word, taken] as const)),
)
/** They take as many numbers as their space has colours, and a pattern's name. */
export const COLOURS: ReadonlySet<string> = new Set(['SC', 'SCN', 'sc', 'scn'])
/** What else is read as an operator, and beginnings of these. */
const OTHERS = new Set('BX EX MP DP BM BD BMC BDC EMC ID EI'.split(' '))
const IMAGE_KEYS = new Set(
  'BPC BitsPerComponent CS ColorSpace D Decode DP DecodeParms F Filter H Height IM ImageMask I Interpolate L Length W Width'
    .split(' ')
    .map((key) => `/${key}`),
)
const [PAREN, LESS, OPEN, SLASH] = Buffer.from('(<[/')

/**
 * A content stream as readers take it, without remarks, operators that nobody knows, what is said of words, and operands that
 * nobody takes: words may stand in all of these (REDACT-14).
 * @throws Uncertain where an operator has operands of another kind, of which each reader makes something else
 */
export function knownContent(content: Uint8Array): Uint8Array {
  // Blanks at most are added to it.
  const known = Buffer.alloc(2 * content.length + 16)
  let length = 0
  const write = (from: number, to: number, blank = ' '): void => {
    known.set(content.subarray(from, to), length)
    length += to - from
    length += known.write(blank, length, 'latin1')
  }
  const writeToken = (token: Token, isWritten: (inner: Token) => boolean = () => true): void => {
    const ends = content[token.from] === OPEN ? 1 : isDictionary(content, token) ? 2 : 0
    if (ends === 0) {
      write(token.from, token.to)
      return
    }
    write(token.from, token.from + ends)
    for (const inner of tokensIn(content, token.from + ends, token.to - ends)) {
      if (isWritten(inner)) writeToken(inner)
    }
    write(token.to - ends, token.to)
  }
  const isShown = (inner: Token): boolean => ['s', 'n'].some((kind) => isOfKind(content, inner, kind))

  let operands: Token[] = []
  for (let token = tokenAt(content, 0); token; token = tokenAt(content, token.to)) {
    if (!isOperator(token)) {
      operands.push(token)
      continue
    }
    token = firstOperator(token)
    const { word } = token
    const taken = COLOURS.has(word) ? coloursIn(operands) : OPERANDS.get(word)
    if (taken !== undefined) {
      const own = taken === '' ? [] : operands.slice(-taken.length)
      const kinds = taken.slice(taken.length - own.length)
      if (!own.every((operand, at) => isOfKind(content, operand, kinds[at]))) {
        throw new Uncertain('An operator has operands of another kind.')
      }
      for (const operand of own) writeToken(operand, isShown)
      write(token.from, token.to, word === 'BI' ? ' ' : '\n')
    }
    if (word === 'BI') {
      const image = imageFrom(content, token)
      const data = writeImageEntries(token.to, image.to)
      write(data, image.to, '\n')
      token = image
    }
    operands = []
  }
  return known.subarray(0, length)

  /** @returns where the word stands that its data follow */
  function writeImageEntries(from: number, to: number): number {
    let key: Token | null = null
    for (const token of tokensIn(content, from, to)) {
      if (token.word === 'ID') return token.from
      if (key && IMAGE_KEYS.has(key.word)) {
        writeToken(key)
        writeToken(token)
      }
      key = key ? null : token
    }
    return to
  }
}

/** The first of operators that stand together without a blank, as in "ETBT", as pdf.js tells them apart. */
function firstOperator(token: Token): Token {
  const isRead = (word: string): boolean => OPERANDS.has(word) || COLOURS.has(word) || OTHERS.has(word)
  for (let length = 1; length < token.word.length; length += 1) {
    const word = token.word.slice(0, length)
    if (isRead(word) && !isRead(token.word.slice(0, length + 1)))
      return { ...token, to: token.from + length, word }
  }
  return token
}

const coloursIn = (operands: readonly Token[]): string =>
  operands.map(({ word }) => (word.startsWith('/') ? 'a' : 'n')).join('')

function* tokensIn(content: Uint8Array, from: number, to: number): Generator<Token> {
  const bytes = content.subarray(0, to)
  for (let token = tokenAt(bytes, from); token; token = tokenAt(bytes, token.to)) yield token
}

const isDictionary = (content: Uint8Array, { from }: Token): boolean =>
  content[from] === LESS && content[from + 1] === LESS

function isOfKind(content: Uint8Array, operand: Token, kind: string | undefined): boolean {
  const first = content[operand.from]
  if (kind === 'l') return first === OPEN
  if (kind === 's') return first === PAREN || (first === LESS && !isDictionary(content, operand))
  if (kind === 'a') return first === SLASH
  return operand.word !== '' && first !== SLASH
}
