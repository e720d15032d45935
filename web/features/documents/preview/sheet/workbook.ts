import { PreviewFailure } from '../reading/failure.ts'
import type { ZipEntry } from '../reading/zip.ts'
import { type CellStyle, readStyles } from './styles.ts'
import { readXml } from './xml.ts'

export type Parts = ReadonlyMap<string, ZipEntry>

/** Bytes of parts that are kept whole in memory. */
const LARGEST_LIST = 128 * 1_048_576
/** Characters of all shared texts. */
const MAX_TEXT = 60_000_000

export interface BookSheet {
  readonly name: string
  readonly part: ZipEntry
  /** Path of the part in the archive. */
  readonly path: string
}

export interface Workbook {
  readonly parts: Parts
  readonly sheets: readonly BookSheet[]
  /** Names of the sheets that are hidden in the file, which are left out. */
  readonly hiddenSheets: readonly string[]
  /** Texts that cells name by number. */
  readonly texts: readonly string[]
  /** Number formats and looks that cells name by the number of their style. */
  readonly styles: readonly CellStyle[]
  /** Days count from 1904 on, as once on Macintosh. */
  readonly from1904: boolean
}

export interface Relationship {
  /** The last word of its type's address. */
  readonly type: string
  /** Path in the archive. */
  readonly target: string
}

/** Where a path leads from the folder of another part. */
function resolved(folder: string, target: string): string {
  const path = target.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '')
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}

export function relationshipsOf(parts: Parts, path: string): Map<string, Relationship> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const entry = parts.get(`${folder}_rels/${path.slice(folder.length)}.rels`)
  const found = new Map<string, Relationship>()
  if (!entry) return found
  readXml(entry, {
    open: (name, attribute) => {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
      const type = attribute('Type') ?? ''
      found.set(attribute('Id') ?? '', {
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolved(folder, attribute('Target') ?? ''),
      })
    },
  })
  return found
}

const byType = (relationships: ReadonlyMap<string, Relationship>, type: string): string | undefined =>
  [...relationships.values()].find((each) => each.type === type)?.target

/** @throws PreviewFailure where the archive is no workbook */
export function openWorkbook(parts: Parts): Workbook {
  const path = byType(relationshipsOf(parts, ''), 'officeDocument') ?? 'xl/workbook.xml'
  const entry = parts.get(path)
  if (!entry || !/workbook/i.test(path)) {
    throw new PreviewFailure('This is not an Excel workbook, although its name says so.')
  }
  const relationships = relationshipsOf(parts, path)
  const sheets: BookSheet[] = []
  const hiddenSheets: string[] = []
  let from1904 = false
  readXml(entry, {
    open: (name, attribute) => {
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attribute('date1904') ?? '')
      if (name !== 'sheet') return
      if (/hidden/i.test(attribute('state') ?? '')) {
        hiddenSheets.push(attribute('name') ?? '')
        return
      }
      const to = relationships.get(attribute('id') ?? '')
      const part = to?.type === 'worksheet' ? parts.get(to.target) : undefined
      if (to && part) sheets.push({ name: attribute('name') ?? '', part, path: to.target })
    },
  })
  if (sheets.length === 0) throw new PreviewFailure('This workbook has no sheet that could be shown.')
  return {
    parts,
    sheets,
    hiddenSheets,
    from1904,
    texts: textsOf(partOf(parts, relationships, 'sharedStrings')),
    styles: readStyles(partOf(parts, relationships, 'styles'), partOf(parts, relationships, 'theme')),
  }
}

function partOf(
  parts: Parts,
  relationships: ReadonlyMap<string, Relationship>,
  type: string,
): ZipEntry | undefined {
  const path = byType(relationships, type)
  return path === undefined ? undefined : parts.get(path)
}

/** Office writes control characters as _x000D_, and that very text as _x005F_x000D_. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-F]{4})_/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

function textsOf(entry: ZipEntry | undefined): string[] {
  const texts: string[] = []
  if (!entry) return texts
  if (entry.size > LARGEST_LIST) throw new PreviewFailure('This workbook is too large to be shown here.')
  let text: string | null = null
  let isText = false
  let isPhonetic = false
  let kept = 0
  readXml(entry, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = true
    },
    text: (piece) => {
      if (text !== null && isText && !isPhonetic) text += piece
    },
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si' && text !== null) {
        texts.push(unescaped(text))
        kept += text.length
        text = null
        if (kept > MAX_TEXT) throw new PreviewFailure('This workbook is too large to be shown here.')
      }
      return undefined
    },
  })
  return texts
}
