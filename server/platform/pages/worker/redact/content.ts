import { imageFrom, isOperator, type Token, tokenAt } from '../marked/operators.ts'
import type { Resources, State } from './drawing.ts'
import { IDENTITY, inverse, type Matrix, mapped, meets, times } from './geometry.ts'
import { placeOfImage } from './images.ts'
import { COLOURS, knownContent } from './known.ts'
import { cutPath, type Segment } from './paths.ts'
import { stringAt, textsAt } from './strings.ts'
import { type PageTask, shownText, type TextState } from './texts.ts'
import { Uncertain } from './uncertain.ts'

const PATHS: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're'])
const isPath = (word: string): word is Segment['operator'] => PATHS.has(word)
const FILLS: Readonly<Record<string, string>> = {
  f: 'f',
  F: 'f',
  'f*': 'f*',
  B: 'f',
  'B*': 'f*',
  b: 'f',
  'b*': 'f*',
}
const STROKES = new Set(['S', 's', 'B', 'B*', 'b', 'b*'])
const CLOSES = new Set(['s', 'b', 'b*'])
const PAINTS = new Set([...Object.keys(FILLS), ...STROKES, 'n'])
/** Areas that a shading is kept out of. */
const MAX_SHADED = 200
/** Points to each side of a page, further than any reaches. */
const FAR = 100_000
/** How deep states may be kept. */
const MAX_KEPT = 512

/**
 * A content stream without what lies in areas, and without what nobody draws (REDACT-10, REDACT-11).
 * @throws Uncertain where it can't be taken apart
 */
export function redactedContent(
  written: Uint8Array,
  resources: Resources,
  { task, ...first }: { state: State; task: PageTask },
): Uint8Array {
  const content = knownContent(written)
  const { areas } = task
  const hasAreas = areas.length > 0
  const cutsTexts = hasAreas || task.page !== null
  const parts: Uint8Array[] = []
  let kept = 0
  let operands: Token[] = []
  let { state } = first
  const stack: State[] = []
  let [textMatrix, lineMatrix] = [IDENTITY, IDENTITY]
  let path: Segment[] = []
  let pathFrom: number | null = null
  let clip: string | null = null

  const replaceFrom = (from: number, token: Token, by: string): void => {
    parts.push(content.subarray(kept, from), Buffer.from(by === '' ? '\n' : `\n${by}\n`))
    kept = token.to
  }
  const replace = (token: Token, by: string): void => replaceFrom(operands[0]?.from ?? token.from, token, by)
  const numberAt = (at: number): number => {
    const value = Number.parseFloat(operands.at(at)?.word ?? '')
    if (Number.isNaN(value)) throw new Uncertain('A number is none.')
    return value
  }
  const numbers = (): number[] => operands.map((_, at) => numberAt(at))
  const matrixOf = (): Matrix => {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers()
    return [a, b, c, d, e, f]
  }
  const nameAt = (at: number): string => operands.at(at)?.word.slice(1) ?? ''
  const setText = (change: Partial<TextState>): void => {
    state = { ...state, text: { ...state.text, ...change } }
  }
  const keepPatterns = (areas: boolean, lines: boolean): void => {
    if (areas) state.areaPattern?.keep()
    if (lines) state.linePattern?.keep()
  }
  const paintsDrawing = (areas: boolean, lines: boolean): boolean =>
    Boolean((areas && state.areaPattern?.isDrawing) || (lines && state.linePattern?.isDrawing))
  const toLine = (x: number, y: number): void => {
    lineMatrix = times([1, 0, 0, 1, x, y], lineMatrix)
    textMatrix = lineMatrix
  }

  const paint = (token: Token): void => {
    const { word } = token
    const fill = FILLS[word]
    const [from, clips] = [pathFrom ?? operands[0]?.from ?? token.from, clip]
    const segments = CLOSES.has(word) ? [...path, { operator: 'h' as const, numbers: [] }] : path
    path = []
    pathFrom = null
    clip = null
    const [fills, strokes] = [fill !== undefined, STROKES.has(word)]
    if (!hasAreas) keepPatterns(fills, strokes)
    if (!hasAreas || segments.length === 0) return
    const isFrame = !fills && !strokes && segments.every(({ operator }) => operator === 're')
    if (isFrame && clips !== null && segments.length === 1) return
    const [a, b, c, d] = state.ctm
    const width = strokes ? Math.max(0.1, state.lineWidth * Math.sqrt(Math.abs(a * d - b * c))) : 0
    const cut = cutPath(segments, state.ctm, areas, width)
    if (!cut?.isEmpty) keepPatterns(fills, strokes)
    if (!cut) return
    if (!cut.isEmpty && paintsDrawing(fills, strokes)) {
      throw new Uncertain('A drawing that repeats is covered in part.')
    }
    const painted = [
      ...(fill && cut.filled !== '' ? [`${cut.filled}\n${fill}`] : []),
      ...(width > 0 && cut.lines !== '' ? [`${cut.lines}\nS`] : []),
    ]
    const clipped = clips === null ? [] : [`${cut.filled === '' ? '0 0 0 0 re' : cut.filled}\n${clips} n`]
    replaceFrom(from, token, [...painted, ...clipped].join('\n'))
  }

  const show = (token: Token, shown: readonly (Uint8Array | number)[], before: string): void => {
    keepPatterns(true, true)
    if (!cutsTexts) {
      for (const part of shown)
        if (typeof part !== 'number') for (const code of part) state.text.shown?.add(code)
      return
    }
    const { rest, matrix: after } = shownText(shown, state.text, { matrix: textMatrix, ctm: state.ctm, task })
    textMatrix = after
    if (rest !== null && paintsDrawing(true, true))
      throw new Uncertain('Letters show a drawing that repeats.')
    if (rest !== null) replace(token, `${before}${rest} TJ`)
  }
  const textAt = (at: number): Uint8Array => {
    const token = operands.at(at)
    return (token && stringAt(content, token.from, token.to)) ?? new Uint8Array()
  }
  const setColour = (word: string): void => {
    const isLine = word === 'SC' || word === 'SCN'
    const last = operands.at(-1)?.word ?? ''
    const pattern = last.startsWith('/') ? resources.pattern(last.slice(1)) : null
    state = { ...state, ...(isLine ? { linePattern: pattern } : { areaPattern: pattern }) }
  }
  const shade = (token: Token): void => {
    resources.uses('Shading', nameAt(0))
    if (!hasAreas) return
    const back = inverse(state.ctm)
    if (!back || areas.length > MAX_SHADED || !resources.isPlainShading(nameAt(0))) {
      throw new Uncertain('A shading can not be cut.')
    }
    const outlines = areas.map(({ left, bottom, right, top }) =>
      [
        [-FAR, -FAR, FAR, -FAR, FAR, FAR, -FAR, FAR],
        [left, bottom, right, bottom, right, top, left, top],
      ]
        .map((corners) =>
          [0, 2, 4, 6]
            .map((at) => {
              const { x, y } = mapped(back, { x: corners[at] ?? 0, y: corners[at + 1] ?? 0 })
              return `${x.toFixed(3)} ${y.toFixed(3)} ${at === 0 ? 'm' : 'l'}`
            })
            .join('\n'),
        )
        .join('\nh\n')
        .concat('\nh\nW* n'),
    )
    replace(token, ['q', ...outlines, `/${nameAt(0)} sh`, 'Q'].join('\n'))
  }

  const HANDLERS: Readonly<Record<string, Handler>> = {
    q: () => {
      if (stack.length > MAX_KEPT) throw new Uncertain('Too many states are kept.')
      stack.push(state)
    },
    Q: () => {
      state = stack.pop() ?? state
    },
    cm: () => {
      state = { ...state, ctm: times(matrixOf(), state.ctm) }
    },
    w: () => {
      state = { ...state, lineWidth: numberAt(0) }
    },
    gs: (token) => replace(token, `/${resources.state(nameAt(0), state.ctm)} gs`),
    cs: () => {
      resources.uses('ColorSpace', nameAt(0))
      state = { ...state, areaPattern: null }
    },
    CS: () => {
      resources.uses('ColorSpace', nameAt(0))
      state = { ...state, linePattern: null }
    },
    ...handlersOf(['g', 'rg', 'k'], () => {
      state = { ...state, areaPattern: null }
    }),
    ...handlersOf(['G', 'RG', 'K'], () => {
      state = { ...state, linePattern: null }
    }),
    ...handlersOf([...COLOURS], ({ word }) => setColour(word)),
    W: () => {
      clip = 'W'
    },
    'W*': () => {
      clip = 'W*'
    },
    BT: () => {
      textMatrix = IDENTITY
      lineMatrix = IDENTITY
    },
    Tc: () => setText({ charSpace: numberAt(0) }),
    Tw: () => setText({ wordSpace: numberAt(0) }),
    Tz: () => setText({ scale: numberAt(0) / 100 }),
    TL: () => setText({ leading: numberAt(0) }),
    Ts: () => setText({ rise: numberAt(0) }),
    Tf: () => {
      resources.uses('Font', nameAt(0))
      setText({
        font: cutsTexts ? resources.font(nameAt(0)) : null,
        shown: resources.lettersShown(nameAt(0)),
        size: numberAt(1),
      })
    },
    Td: () => toLine(numberAt(0), numberAt(1)),
    TD: () => {
      setText({ leading: -numberAt(1) })
      toLine(numberAt(0), numberAt(1))
    },
    Tm: () => {
      lineMatrix = matrixOf()
      textMatrix = lineMatrix
    },
    'T*': () => toLine(0, -state.text.leading),
    Tj: (token) => show(token, [textAt(0)], ''),
    TJ: (token) => {
      const list = operands[0]
      show(token, list ? textsAt(content, list.from, list.to) : [], '')
    },
    "'": (token) => {
      toLine(0, -state.text.leading)
      show(token, [textAt(0)], 'T* ')
    },
    '"': (token) => {
      setText({ wordSpace: numberAt(0), charSpace: numberAt(1) })
      toLine(0, -state.text.leading)
      show(token, [textAt(2)], `${numberAt(0)} Tw ${numberAt(1)} Tc T* `)
    },
    Do: (token) => {
      const drawn = resources.drawing(nameAt(0), state)
      replace(token, drawn === null ? '' : `/${drawn} Do`)
    },
    sh: shade,
    BI: (token) => {
      const image = imageFrom(content, token)
      if (areas.some((area) => meets(placeOfImage(state.ctm), area))) {
        const drawn = resources.inlineImage(content, image, state)
        replace(image, drawn === null ? '' : `/${drawn} Do`)
      } else {
        keepPatterns(true, false)
        usesColours(content, image, resources)
      }
    },
  }

  for (let token = tokenAt(content, 0); token; token = tokenAt(content, token.to)) {
    if (!isOperator(token)) {
      operands.push(token)
      continue
    }
    const { word } = token
    if (isPath(word)) {
      pathFrom ??= operands[0]?.from ?? token.from
      if (hasAreas) path.push({ operator: word, numbers: numbers() })
    } else if (PAINTS.has(word)) paint(token)
    else HANDLERS[word]?.(token)
    if (word === 'BI') token = imageFrom(content, token)
    operands = []
  }
  return Buffer.concat([...parts, content.subarray(kept)])
}

type Handler = (token: Token) => void
const handlersOf = (words: readonly string[], handler: Handler): Record<string, Handler> =>
  Object.fromEntries(words.map((word) => [word, handler]))

/** An inline picture may name colours of the resources. */
function usesColours(content: Uint8Array, image: Token, resources: Resources): void {
  const written = Buffer.from(content.subarray(image.from, Math.min(image.to, image.from + 2_000))).toString(
    'latin1',
  )
  const colours = /\/(?:CS|ColorSpace)\s*\/([^\s/[\]<>()]+)/.exec(written.split(/\sID\s/)[0] ?? '')?.[1]
  if (colours) resources.uses('ColorSpace', colours)
}
