import { builtInFormat } from '../../../../../shared/format/numberFormat.ts'
import { shade } from '../reading/colours.ts'
import { PreviewFailure } from '../reading/failure.ts'
import type { ZipEntry } from '../reading/zip.ts'
import type { CellLook } from './sheetTable.ts'
import { type Attributes, readXml } from './xml.ts'

/** Bytes of a part that is kept whole in memory. */
const LARGEST_LIST = 128 * 1_048_576

/** What a cell's style says of it. */
export interface CellStyle {
  readonly format: string
  /** Left out where it is plain. */
  readonly look?: CellLook
}

/** The colours of the old palette that are used for more than grey. */
const INDEXED: Readonly<Record<string, string>> = {
  '2': 'FF0000',
  '3': '00FF00',
  '4': '0000FF',
  '5': 'FFFF00',
  '10': 'FF0000',
  '11': '00FF00',
  '12': '0000FF',
  '13': 'FFFF00',
  '22': 'C0C0C0',
  '26': 'FFFFCC',
  '42': 'CCFFCC',
  '43': 'FFFF99',
  '44': '99CCFF',
}

/** A theme's colours in the order in which cells name them: light and dark stand the other way round in its part. */
const THEME_ORDER = [
  'lt1',
  'dk1',
  'lt2',
  'dk2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
]

function themeColours(part: ZipEntry | undefined): readonly (string | undefined)[] {
  const found = new Map<string, string>()
  if (!part || part.size > LARGEST_LIST) return []
  let open: string | undefined
  readXml(part, {
    open: (name, attribute) => {
      if (THEME_ORDER.includes(name)) open = name
      else if (open !== undefined && (name === 'srgbClr' || name === 'sysClr')) {
        const colour = attribute('lastClr') ?? attribute('val')
        if (colour !== undefined) found.set(open, colour)
        open = undefined
      }
    },
    close: (name) => (name === 'clrScheme' ? false : undefined),
  })
  return THEME_ORDER.map((name) => found.get(name))
}

/**
 * The styles that cells name by their number.
 * @throws PreviewFailure
 */
export function readStyles(part: ZipEntry | undefined, themePart: ZipEntry | undefined): CellStyle[] {
  if (!part) return []
  if (part.size > LARGEST_LIST) throw new PreviewFailure('This workbook is too large to be shown here.')
  const theme = themeColours(themePart)
  const colourOf = (attribute: Attributes): string | undefined => {
    const rgb = attribute('rgb')
    const numbered = attribute('theme')
    const base =
      rgb?.slice(-6) ??
      (numbered === undefined ? INDEXED[attribute('indexed') ?? ''] : theme[Number(numbered)])
    return base && shade(base, Number(attribute('tint') ?? 0))
  }
  const formats = new Map<number, string>()
  const fonts: { bold: boolean; ink: string | undefined }[] = []
  const fills: (string | undefined)[] = []
  const styles: CellStyle[] = []
  let list = ''
  let isSolid = false
  const lookOf = (attribute: Attributes): CellLook | undefined => {
    const font = fonts[Number(attribute('fontId') ?? 0)]
    const fill = fills[Number(attribute('fillId') ?? 0)]
    const isPlain = !font?.bold && font?.ink === undefined && fill === undefined
    if (isPlain) return undefined
    return {
      ...(font?.bold && { bold: true }),
      ...(font?.ink !== undefined && { ink: font.ink }),
      ...(fill !== undefined && { fill }),
    }
  }
  readXml(part, {
    open: (name, attribute) => {
      if (name === 'fonts' || name === 'fills' || name === 'cellXfs' || name === 'dxfs') list = name
      else if (name === 'numFmt' && list === '') {
        formats.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      } else if (list === 'fonts') {
        const font = fonts.at(-1)
        if (name === 'font') fonts.push({ bold: false, ink: undefined })
        else if (name === 'b' && font) font.bold = !/^(0|false)$/.test(attribute('val') ?? '')
        else if (name === 'color' && font) font.ink = colourOf(attribute)
      } else if (list === 'fills') {
        if (name === 'fill') fills.push(undefined)
        else if (name === 'patternFill') isSolid = attribute('patternType') === 'solid'
        else if (name === 'fgColor' && isSolid) fills[fills.length - 1] = colourOf(attribute)
      } else if (list === 'cellXfs' && name === 'xf') {
        const id = Number(attribute('numFmtId') ?? 0)
        const look = lookOf(attribute)
        styles.push({ format: formats.get(id) ?? builtInFormat(id), ...(look && { look }) })
      }
    },
    close: (name) => {
      if (name === list) list = ''
      return undefined
    },
  })
  return styles
}
