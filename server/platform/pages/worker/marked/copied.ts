import type { PDFArray, PDFContext, PDFDict, PDFName, PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import type { Layers } from './layers.ts'
import { withoutLayers } from './operators.ts'
import { name, pdf } from './pdfLib.ts'
import { jpegWithoutDescriptions, jpxWithoutDescriptions } from './photos.ts'

/** What nothing needs to be drawn: descriptions, actions, other parts of the document. */
const LEFT_OUT = new Set(
  [
    'AA',
    'AF',
    'AcroForm',
    'Alternates',
    'Annots',
    'EF',
    'EmbeddedFiles',
    'JS',
    'JavaScript',
    'LastModified',
    'Metadata',
    'OC',
    'OCProperties',
    'OPI',
    'OpenAction',
    'Parent',
    'PieceInfo',
    'StructParent',
    'StructParents',
  ].map(name),
)
/** Parts of a document that no drawing leads to in a good one. */
const STRUCTURE = new Set([
  '/Catalog',
  '/Pages',
  '/Page',
  '/Annot',
  '/Filespec',
  '/EmbeddedFile',
  '/OCG',
  '/OCMD',
])
/** What marked content may say of its words. */
const OF_WORDS = ['ActualText', 'Alt', 'E', 'Lang', 'MCID'].map(name)
const STREAM_KEYS = ['Filter', 'DecodeParms'].map(name)
const IMAGE_KEYS = [
  ...['Type', 'Subtype', 'Width', 'Height', 'ColorSpace', 'BitsPerComponent', 'Intent', 'ImageMask', 'Mask'],
  ...['Decode', 'Interpolate', 'SMask', 'SMaskInData', 'Matte'],
].map(name)
const FORM_KEYS = ['Type', 'Subtype', 'BBox', 'Matrix', 'Group'].map(name)

/** What leaves out of a packed picture what describes it. */
const DESCRIPTIONS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  '/DCTDecode': jpegWithoutDescriptions,
  '/JPXDecode': jpxWithoutDescriptions,
}
const isImage = ({ dict }: PDFRawStream): boolean => dict.lookup(name('Subtype'))?.toString() === '/Image'

/** How an object is copied, by what it is in the file. */
type Copy = (object: PDFObject, resources: PDFDict | undefined) => PDFObject

/** Copies what draws a page, and nothing else of its document. */
export interface Copier {
  /** Drawings (XObjects) as they show; what belongs to a hidden layer is empty. */
  drawing: Copy
  resources: Copy
  /** What a page draws, as one drawing. */
  form(
    content: Uint8Array | PDFRawStream,
    page: { box: number[]; resources: PDFDict; group?: PDFObject },
  ): PDFRef
}

export function createCopier(from: PDFContext, to: PDFContext, layers: Layers): Copier {
  const copies = new Map<string, PDFRef>()
  let roles = 0

  /** The same for what is referred to, which is copied once for each role. */
  const once = (copy: Copy): Copy => {
    roles += 1
    const role = roles
    return (object, resources) => {
      if (!(object instanceof pdf.PDFRef)) return copy(object, resources)
      const key = `${role} ${object.tag}`
      const known = copies.get(key)
      if (known) return known
      const made = to.nextRef()
      copies.set(key, made)
      const found = from.lookup(object)
      to.assign(made, found ? copy(found, resources) : pdf.PDFNull)
      return made
    }
  }
  const lookedUp = (object: PDFObject | undefined): PDFObject | undefined => from.lookup(object)
  const dictionaryOf = (object: PDFObject | undefined): PDFDict | undefined => {
    const found = lookedUp(object)
    if (found instanceof pdf.PDFRawStream) return found.dict
    return found instanceof pdf.PDFDict ? found : undefined
  }
  const dictionary = (entries: Iterable<readonly [PDFName, PDFObject]>): PDFDict =>
    pdf.PDFDict.fromMapWithContext(new Map(entries), to)
  const list = (array: PDFArray, copy: Copy): PDFArray => {
    const made = pdf.PDFArray.withContext(to)
    for (const each of array.asArray()) made.push(copy(each, undefined))
    return made
  }

  const asIs: Copy = once((object): PDFObject => {
    if (object instanceof pdf.PDFRawStream) {
      return isImage(object) ? image(object) : pdf.PDFRawStream.of(kept(object.dict), object.contents)
    }
    if (object instanceof pdf.PDFDict) {
      return STRUCTURE.has(object.get(name('Type'))?.toString() ?? '') ? pdf.PDFNull : kept(object)
    }
    return object instanceof pdf.PDFArray ? list(object, asIs) : object
  })
  const kept = (source: PDFDict): PDFDict =>
    dictionary(
      source.entries().flatMap(([key, value]) => (LEFT_OUT.has(key) ? [] : [[key, asIs(value, undefined)]])),
    )
  const some = (source: PDFDict, keys: readonly PDFName[]): [PDFName, PDFObject][] =>
    keys.flatMap((key) => {
      const value = source.get(key)
      return value ? [[key, asIs(value, undefined)]] : []
    })

  /** A picture and its masks, without what describes them. */
  const image = ({ dict, contents }: PDFRawStream): PDFRawStream => {
    const filter = dict.lookup(name('Filter'))
    const only = filter instanceof pdf.PDFArray && filter.size() === 1 ? filter.lookup(0) : filter
    const without = DESCRIPTIONS[only?.toString() ?? '']
    return pdf.PDFRawStream.of(
      dictionary(some(dict, [...STREAM_KEYS, ...IMAGE_KEYS])),
      without ? without(contents) : contents,
    )
  }

  /** What the names of a stream's resources say of layers; null where there are none. */
  const layersIn = (resources: PDFDict | undefined): ((word: string) => boolean | null) | null => {
    const properties = dictionaryOf(resources?.get(name('Properties')))
    if (!properties?.values().some((value) => layers.isLayer(value))) return null
    return (word) => {
      const layer = properties.get(name(word))
      return layers.isLayer(layer) ? layers.shows(layer) : null
    }
  }
  /** A stream of operators, its layers drawn or not. */
  const operators = (
    source: PDFRawStream,
    resources: PDFDict | undefined,
    entries: Iterable<readonly [PDFName, PDFObject]>,
  ): PDFRawStream => {
    const shows = layersIn(resources)
    if (shows) return written(withoutLayers(pdf.decodePDFRawStream(source).decode(), shows), entries)
    return pdf.PDFRawStream.of(dictionary([...some(source.dict, STREAM_KEYS), ...entries]), source.contents)
  }
  const written = (content: Uint8Array, entries: Iterable<readonly [PDFName, PDFObject]>): PDFRawStream => {
    const stream = to.flateStream(content)
    for (const [key, value] of entries) stream.dict.set(key, value)
    return stream
  }

  /** What a stream names: its own resources, or those of the page where it says nothing of them. */
  const own = (source: PDFDict, resources: PDFDict | undefined): PDFDict | undefined =>
    dictionaryOf(source.get(name('Resources'))) ?? resources
  const named = (source: PDFDict, resources: PDFDict | undefined): [PDFName, PDFObject][] => {
    const mine = source.get(name('Resources')) ?? resources
    return mine ? [[name('Resources'), resourcesOf(mine, undefined)]] : []
  }

  const drawing: Copy = once((object, resources): PDFObject => {
    if (!(object instanceof pdf.PDFRawStream)) return pdf.PDFNull
    const { dict } = object
    if (!layers.shows(dict.get(name('OC')))) return written(Buffer.alloc(0), entriesOfNone())
    if (isImage(object)) return image(object)
    const entries = [
      ...some(dict, FORM_KEYS),
      [name('Subtype'), name('Form')] as const,
      ...named(dict, resources),
    ]
    return operators(object, own(dict, resources), entries)
  })
  const entriesOfNone = (): [PDFName, PDFObject][] => [
    [name('Type'), name('XObject')],
    [name('Subtype'), name('Form')],
    [name('BBox'), to.obj([0, 0, 0, 0])],
  ]
  const pattern: Copy = once((object, resources): PDFObject => {
    if (!(object instanceof pdf.PDFRawStream)) return asIs(object, undefined)
    const { dict } = object
    const others = dict
      .keys()
      .filter(
        (key) => !LEFT_OUT.has(key) && ![...STREAM_KEYS, name('Resources'), name('Length')].includes(key),
      )
    return operators(object, own(dict, resources), [...some(dict, others), ...named(dict, resources)])
  })
  /** A font whose letters are drawings has resources of its own. */
  const font: Copy = once((object, resources): PDFObject => {
    if (!(object instanceof pdf.PDFDict) || object.lookup(name('Subtype'))?.toString() !== '/Type3') {
      return asIs(object, undefined)
    }
    const [letters, mine] = [dictionaryOf(object.get(name('CharProcs'))), own(object, resources)]
    const others = object.keys().filter((key) => ![name('CharProcs'), name('Resources')].includes(key))
    const letter: Copy = once((each) =>
      each instanceof pdf.PDFRawStream ? operators(each, mine, []) : pdf.PDFNull,
    )
    return dictionary([
      ...some(
        object,
        others.filter((key) => !LEFT_OUT.has(key)),
      ),
      ...named(object, resources),
      [name('CharProcs'), letters ? each(letters, letter, undefined) : to.obj({})],
    ])
  })
  /** How something is drawn; through a drawing as a mask, too. */
  const state: Copy = once((object, resources): PDFObject => {
    if (!(object instanceof pdf.PDFDict)) return pdf.PDFNull
    const mask = lookedUp(object.get(name('SMask')))
    const copy = kept(object)
    if (!(mask instanceof pdf.PDFDict)) return copy
    const through = mask.get(name('G'))
    copy.set(
      name('SMask'),
      dictionary([
        ...some(mask, ['Type', 'S', 'BC', 'TR'].map(name)),
        ...(through ? [[name('G'), drawing(through, resources)] as const] : []),
      ]),
    )
    return copy
  })
  const property: Copy = (object) => {
    const found = lookedUp(object)
    return found instanceof pdf.PDFDict && !layers.isLayer(object)
      ? dictionary(some(found, OF_WORDS))
      : dictionary([])
  }
  const each = (source: PDFDict, copy: Copy, resources: PDFDict | undefined): PDFDict =>
    dictionary(source.entries().map(([key, value]) => [key, copy(value, resources)]))

  const KINDS: Readonly<Record<string, Copy>> = {
    ExtGState: state,
    ColorSpace: asIs,
    Shading: asIs,
    Pattern: pattern,
    XObject: drawing,
    Font: font,
    Properties: property,
  }
  const resourcesOf: Copy = once((object): PDFObject => {
    const found = lookedUp(object)
    if (!(found instanceof pdf.PDFDict)) return dictionary([])
    return dictionary(
      Object.entries(KINDS).flatMap(([kind, copy]) => {
        const those = dictionaryOf(found.get(name(kind)))
        return those ? [[name(kind), each(those, copy, found)] as const] : []
      }),
    )
  })
  return {
    drawing,
    resources: resourcesOf,
    form: (content, { box, resources, group }) => {
      const entries: [PDFName, PDFObject][] = [
        [name('Type'), name('XObject')],
        [name('Subtype'), name('Form')],
        [name('BBox'), to.obj(box)],
        [name('Resources'), resourcesOf(resources, undefined)],
        ...(group ? [[name('Group'), asIs(group, undefined)] as [PDFName, PDFObject]] : []),
      ]
      const source = content instanceof pdf.PDFRawStream ? content : from.flateStream(content)
      return to.register(operators(source, resources, entries))
    },
  }
}
