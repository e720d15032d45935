import type { PDFContext, PDFDict, PDFName, PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { numbersOf } from '../marked/annotations.ts'
import { name, pdf } from '../marked/pdfLib.ts'
import { redactedContent } from './content.ts'
import { FIRST_STATE, type ResourceKind, type Resources, type State } from './drawing.ts'
import { type ReadFont, readFont } from './fonts.ts'
import { IDENTITY, meets, times } from './geometry.ts'
import { type ImageCovers, placeOfImage } from './images.ts'
import { inlineImage } from './inlineImage.ts'
import type { PageTask } from './texts.ts'
import { NotRedacted, Uncertain } from './uncertain.ts'

/** How deep drawings may stand in drawings. */
const MAX_DEPTH = 30
/** Drawings that are taken apart; a file with more is made to take long. */
const MAX_DRAWINGS = 50_000
/** What only says how a stream is packed, or what it names. */
const OF_STREAM = new Set(['Filter', 'DecodeParms', 'Length', 'Resources'].map(name))

/** Where on which page, from 0, something is drawn. */
interface Spot {
  state: State
  page: number
  task: PageTask
}

/** A stream of operators as it stays, with what it names and nothing else. */
export interface Rewritten {
  content: Uint8Array
  resources: PDFDict
}

/** Takes drawings apart and leaves out what lies in areas. */
export interface Rewriter {
  /** @throws Uncertain; NotRedacted for a document that is made to take long */
  rewrite(content: Uint8Array, resources: PDFDict | undefined, spot: Spot): Rewritten
  /** After all pages: of fonts whose letters are drawings leaves those that are shown. */
  finish(): void
}

export function createRewriter(context: PDFContext, images: ImageCovers): Rewriter {
  let drawings = 0
  const fonts = new Map<PDFObject, ReadFont>()
  /** Fonts whose letters are drawings: those that are shown, and the fonts that were made of them. */
  const shownOf = new Map<PDFObject, Set<number>>()
  const drawnFonts: { made: PDFDict; shown: ReadonlySet<number> }[] = []
  const lettersShown = (font: PDFObject): Set<number> => {
    const shown = shownOf.get(font) ?? new Set()
    shownOf.set(font, shown)
    return shown
  }
  /** What nothing is removed from is taken apart once. */
  const untouched = new Map<string, PDFObject>()
  const NOTHING: PageTask = { areas: [], page: null, inkAt: () => null }

  const once = (role: string, object: PDFObject, make: () => PDFObject): PDFObject => {
    if (!(object instanceof pdf.PDFRef)) return make()
    const key = `${role} ${object.tag}`
    const known = untouched.get(key)
    if (known) return known
    const made = context.nextRef()
    untouched.set(key, made)
    context.assign(made, make())
    return made
  }
  const dictOf = (found: PDFObject | undefined): PDFDict | undefined =>
    found instanceof pdf.PDFRawStream ? found.dict : found instanceof pdf.PDFDict ? found : undefined
  /** Whether a shading is a run of colours; others may be as rich as a picture. */
  const isPlain = (shading: PDFObject | undefined): boolean => {
    const type = dictOf(shading)?.lookup(name('ShadingType'))
    return type instanceof pdf.PDFNumber && (type.asNumber() === 2 || type.asNumber() === 3)
  }
  const entryOf = (resources: PDFDict | undefined, kind: ResourceKind, word: string): PDFObject | undefined =>
    dictOf(resources?.lookup(name(kind)))?.get(name(word))

  const rewrite = (content: Uint8Array, own: PDFDict | undefined, spot: Spot, depth: number): Rewritten => {
    drawings += 1
    if (drawings > MAX_DRAWINGS) throw new NotRedacted('It takes too long to redact.')
    if (depth > MAX_DEPTH) throw new Uncertain('Drawings stand in each other too deep.')
    const made = new Map<ResourceKind, Map<string, PDFObject>>()
    const add = (kind: ResourceKind, word: string, object: PDFObject): void => {
      const those = made.get(kind) ?? new Map<string, PDFObject>()
      made.set(kind, those)
      those.set(word, object)
    }
    const names = new Map<string, string>()
    /** The name of an object that was made, the same for the same. */
    const named = (kind: ResourceKind, letter: string, object: PDFObject): string => {
      const ref = object instanceof pdf.PDFRef ? object : context.register(object)
      const word = names.get(`${kind} ${ref.tag}`) ?? `${letter}${names.size}`
      names.set(`${kind} ${ref.tag}`, word)
      add(kind, word, ref)
      return word
    }
    const image = (source: PDFRawStream, ref: PDFObject, state: State): PDFObject | null => {
      const { areas } = spot.task
      const matrix = state.ctm
      const isCovered = areas.some((area) => meets(placeOfImage(matrix), area))
      const drawn = isCovered ? images.cover(source, { matrix, areas, page: spot.page }) : ref
      // What a stencil is painted with.
      if (drawn !== null && isCovered && state.areaPattern?.isDrawing)
        throw new Uncertain('A picture shows a drawing.')
      if (drawn !== null) state.areaPattern?.keep()
      return drawn
    }
    const resources: Resources = {
      drawing: (word, state) => {
        const entry = entryOf(own, 'XObject', word)
        const found = context.lookup(entry)
        if (!entry || !(found instanceof pdf.PDFRawStream)) return null
        const isImage = found.dict.lookup(name('Subtype'))?.toString() === '/Image'
        const drawn = isImage ? image(found, entry, state) : form(found, entry, { ...spot, state }, depth)
        return drawn && named('XObject', 'X', drawn)
      },
      inlineImage: (content, token, state) => {
        const colours = dictOf(own?.lookup(name('ColorSpace')))
        const source = inlineImage(context, content, token, colours)
        const drawn = image(source, context.register(source), state)
        return drawn && named('XObject', 'X', drawn)
      },
      state: (word, matrix) => {
        const entry = entryOf(own, 'ExtGState', word)
        const found = dictOf(context.lookup(entry))
        if (!entry || !found) return word
        return named(
          'ExtGState',
          'G',
          stateAt(entry, found, { ...spot, state: { ...FIRST_STATE, ctm: matrix } }, depth),
        )
      },
      font: (word) => {
        const entry = context.lookup(entryOf(own, 'Font', word))
        if (!entry) throw new Uncertain('There is no font.')
        const known = fonts.get(entry) ?? readFont(entry)
        fonts.set(entry, known)
        return known
      },
      lettersShown: (word) => {
        const entry = context.lookup(entryOf(own, 'Font', word))
        return entry && dictOf(entry)?.has(name('CharProcs')) ? lettersShown(entry) : null
      },
      pattern: (word) => {
        const entry = entryOf(own, 'Pattern', word)
        const found = context.lookup(entry)
        return {
          isDrawing: found instanceof pdf.PDFRawStream || !isPlain(dictOf(found)?.lookup(name('Shading'))),
          keep: () => {
            if (entry) add('Pattern', word, pattern(entry, depth))
          },
        }
      },
      isPlainShading: (word) => isPlain(context.lookup(entryOf(own, 'Shading', word))),
      uses: (kind, word) => {
        const entry = entryOf(own, kind, word)
        if (!entry) return
        if (kind === 'Font') add(kind, word, font(entry, depth))
        else add(kind, word, entry)
      },
    }
    return {
      content: redactedContent(content, resources, spot),
      resources: context.obj(
        Object.fromEntries([...made].map(([kind, those]) => [kind, context.obj(Object.fromEntries(those))])),
      ),
    }
  }

  const decoded = (stream: PDFRawStream): Uint8Array => pdf.decodePDFRawStream(stream).decode()
  const rewrittenStream = (source: PDFRawStream, spot: Spot, depth: number): PDFRawStream => {
    const { content, resources } = rewrite(
      decoded(source),
      dictOf(source.dict.lookup(name('Resources'))),
      spot,
      depth + 1,
    )
    const stream = context.flateStream(content)
    for (const [key, value] of source.dict.entries()) if (!OF_STREAM.has(key)) stream.dict.set(key, value)
    stream.dict.set(name('Resources'), resources)
    return stream
  }

  const form = (source: PDFRawStream, entry: PDFObject, spot: Spot, depth: number): PDFObject => {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
      numbersOf(source.dict.lookup(name('Matrix')), 6) ?? IDENTITY
    const state = { ...spot.state, ctm: times([a, b, c, d, e, f], spot.state.ctm) }
    if (spot.task.areas.length > 0 || spot.task.page)
      return context.register(rewrittenStream(source, { ...spot, state }, depth))
    // It is taken apart once, wherever it stands: what it may go on with there is kept.
    state.areaPattern?.keep()
    state.linePattern?.keep()
    for (let code = 0; state.text.shown && code < 256; code += 1) state.text.shown.add(code)
    return once('form', entry, () => rewrittenStream(source, { ...spot, state }, depth))
  }

  const stateAt = (entry: PDFObject, found: PDFDict, spot: Spot, depth: number): PDFObject => {
    const mask = found.lookup(name('SMask'))
    if (found.has(name('Font'))) throw new Uncertain('A font is chosen in a state.')
    const through = mask instanceof pdf.PDFDict ? mask.get(name('G')) : undefined
    const group = context.lookup(through)
    if (!(mask instanceof pdf.PDFDict) || !through || !(group instanceof pdf.PDFRawStream)) return entry
    const masked = mask.clone(context)
    masked.set(name('G'), form(group, through, spot, depth))
    const made = found.clone(context)
    made.set(name('SMask'), masked)
    return context.register(made)
  }

  const nowhere = (page: number): Spot => ({ state: FIRST_STATE, page, task: NOTHING })
  /** A drawing that repeats, with what it names and nothing else. */
  const pattern = (entry: PDFObject, depth: number): PDFObject => {
    const found = context.lookup(entry)
    if (!(found instanceof pdf.PDFRawStream)) return entry
    return once('pattern', entry, () => rewrittenStream(found, nowhere(0), depth))
  }
  /** A font whose letters are drawings, likewise. */
  const font = (entry: PDFObject, depth: number): PDFObject => {
    const found = context.lookup(entry)
    const letters = dictOf(found)?.lookup(name('CharProcs'))
    if (!(found instanceof pdf.PDFDict) || !(letters instanceof pdf.PDFDict)) return entry
    return once('font', entry, () => {
      const own = dictOf(found.lookup(name('Resources')))
      const used = context.obj({})
      const drawn = letters.entries().flatMap(([key, value]): [string, PDFRef][] => {
        const letter = context.lookup(value)
        if (!(letter instanceof pdf.PDFRawStream)) return []
        const { content, resources } = rewrite(decoded(letter), own, nowhere(0), depth + 1)
        merge(used, resources)
        return [[key.decodeText(), context.register(context.flateStream(content))]]
      })
      const made = found.clone(context)
      made.set(name('CharProcs'), context.obj(Object.fromEntries(drawn)))
      made.set(name('Resources'), used)
      drawnFonts.push({ made, shown: lettersShown(found) })
      return made
    })
  }
  const merge = (into: PDFDict, resources: PDFDict): void => {
    for (const [kind, those] of resources.entries()) {
      if (!(those instanceof pdf.PDFDict)) continue
      if (kind !== name('Font') && kind !== name('ColorSpace'))
        throw new Uncertain('A letter draws with drawings.')
      const before = into.lookup(kind)
      const all = before instanceof pdf.PDFDict ? before : context.obj({})
      for (const [key, value] of those.entries()) all.set(key, value)
      into.set(kind, all)
    }
  }

  return {
    rewrite: (content, resources, spot) => rewrite(content, resources, spot, 0),
    finish: () => {
      for (const { made, shown } of drawnFonts) leaveShown(made, shown)
    },
  }
}

/** Drops letters that no text shows: of a word that is one of them its drawing would stay (REDACT-11). */
function leaveShown(font: PDFDict, shown: ReadonlySet<number>): void {
  const encoding = font.lookup(name('Encoding'))
  const differences = encoding instanceof pdf.PDFDict ? encoding.lookup(name('Differences')) : undefined
  const letters = font.lookup(name('CharProcs'))
  if (!(differences instanceof pdf.PDFArray) || !(letters instanceof pdf.PDFDict)) return
  const named = new Map<number, PDFName>()
  let code = 0
  for (let at = 0; at < differences.size(); at += 1) {
    const entry = differences.lookup(at)
    if (entry instanceof pdf.PDFNumber) code = entry.asNumber()
    else if (entry instanceof pdf.PDFName) named.set(code++, entry)
  }
  const left = [...named].filter(([each]) => shown.has(each))
  const drawn = left.flatMap(([, letter]) => {
    const drawing = letters.get(letter)
    return drawing ? [[letter.decodeText(), drawing] as const] : []
  })
  const { context } = font
  font.set(name('CharProcs'), context.obj(Object.fromEntries(drawn)))
  font.set(name('Encoding'), context.obj({ Type: 'Encoding', Differences: left.flat() }))
}
